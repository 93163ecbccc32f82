import { build, type Plugin } from 'vite'
import { BUNDLES } from '../vite.config.ts'
import { buildIcons } from './build-icons.ts'
import { buildWorker } from './build-worker.ts'

/** Bundles the browser side into `folder` and answers the paths of the modules that are in it. */
export async function bundleWeb(folder: string): Promise<Set<string>> {
  process.env.NODE_ENV = 'production'
  const modules = new Set<string>()
  const manifests: object[] = []
  for (const input of Object.values(BUNDLES)) {
    await build({
      logLevel: 'warn',
      plugins: [only(input), noteModules(modules)],
      build: { outDir: folder, emptyOutDir: manifests.length === 0 },
    })
    manifests.push(await Bun.file(`${folder}/manifest.json`).json())
  }
  // A module that both load later has one name and two files: the site's counts, as only its documents look for those.
  await Bun.write(`${folder}/manifest.json`, JSON.stringify(Object.assign({}, ...manifests.toReversed())))
  await buildWorker(folder, [noteModules(modules)])
  await buildIcons(folder)
  return modules
}

/** A list in the options would be added to the one in the configuration. */
function only(input: string[]): Plugin {
  return {
    name: 'only-these-entries',
    config: (config) => {
      if (config.build?.rolldownOptions) config.build.rolldownOptions.input = input
    },
  }
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
