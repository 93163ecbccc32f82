import type { SiteBuild } from './build.ts'

/** Reads the built browser side; scripts/build writes the module that does. */
export declare function loadBuild(): Promise<SiteBuild>

/** The licences of everything inside the executable, as one text. */
export declare function loadLicences(): Promise<string>
