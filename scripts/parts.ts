import { drawnModule, writeBuiltModule } from './built-module.ts'
import { bundleWeb } from './bundle-web.ts'
import { collectLicences } from './licences.ts'

/** Writes what the executable embeds into `folder`: the browser side, its pages, the modules that read them, the licences. */
export async function makeParts(folder: string): Promise<void> {
  const webModules = await bundleWeb(`${folder}/web`)
  await writeBuiltModule(folder)
  await Bun.write(`${folder}/licences.txt`, await collectLicences(webModules))
  await Bun.write(`${folder}/drawn.ts`, drawnModule([]))
  await drawPages(folder)
}

/** In a process of its own: React looks at NODE_ENV when it is loaded, and draws more in development. */
async function drawPages(folder: string): Promise<void> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/draw-pages.ts`, folder], {
    env: { ...process.env, NODE_ENV: 'production' },
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('the pages could not be drawn')
}
