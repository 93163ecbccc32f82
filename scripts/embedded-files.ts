import { prerenderedModule, writeBuiltModule } from './built-module.ts'
import { bundleWeb } from './bundle-web.ts'
import { bundledPackages, licenseText } from './licenses.ts'
import { sbomJson } from './sbom.ts'

/** Writes everything the executable embeds, and the SBOM, to `folder`. */
export async function makeEmbeddedFiles(folder: string): Promise<void> {
  const webModules = await bundleWeb(`${folder}/web`)
  await writeBuiltModule(folder)
  const packages = await bundledPackages(webModules)
  await Bun.write(`${folder}/licenses.txt`, await licenseText(packages))
  await Bun.write(`${folder}/sbom.cdx.json`, sbomJson(packages))
  await Bun.write(`${folder}/prerendered.ts`, prerenderedModule([]))
  await prerenderPages(folder)
}

/** A separate process, because React reads NODE_ENV when loaded. */
async function prerenderPages(folder: string): Promise<void> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/prerender-pages.ts`, folder], {
    env: { ...process.env, NODE_ENV: 'production' },
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('the pages could not be rendered')
}
