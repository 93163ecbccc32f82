import type { SiteBuild } from './build.ts'

/** Reads the built browser side; scripts/build writes the module that does. */
export declare function loadBuild(): Promise<SiteBuild>
