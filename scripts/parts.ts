import { writeBuiltModule } from './built-module.ts'
import { bundleWeb } from './bundle-web.ts'
import { collectLicences } from './licences.ts'

/** Writes what the executable embeds into `folder`: the browser side, the module that reads it, the licences. */
export async function makeParts(folder: string): Promise<void> {
  const webModules = await bundleWeb(`${folder}/web`)
  await writeBuiltModule(folder)
  await Bun.write(`${folder}/licences.txt`, await collectLicences(webModules))
}
