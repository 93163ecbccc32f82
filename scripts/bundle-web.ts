import { build, type Plugin } from 'vite'
import { buildIcons } from './build-icons.ts'
import { buildWorker } from './build-worker.ts'

/** Bundles the browser side into `folder` and answers the paths of the modules that are in it. */
export async function bundleWeb(folder: string): Promise<Set<string>> {
  process.env.NODE_ENV = 'production'
  const modules = new Set<string>()
  await build({
    logLevel: 'warn',
    plugins: [noteModules(modules)],
    build: { outDir: folder, emptyOutDir: true },
  })
  await buildWorker(folder, [noteModules(modules)])
  await buildIcons(folder)
  return modules
}

function noteModules(modules: Set<string>): Plugin {
  return {
    name: 'note-modules',
    generateBundle: (_, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') for (const id of chunk.moduleIds) modules.add(id)
      }
    },
  }
}
