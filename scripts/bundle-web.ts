import { build, type Plugin } from 'vite'
import { BUNDLES } from '../vite.config.ts'
import { buildIcons } from './build-icons.ts'

/** Bundles the browser side into `folder`; returns the paths of its modules. */
export async function bundleWeb(folder: string): Promise<Set<string>> {
  process.env.NODE_ENV = 'production'
  const modules = new Set<string>()
  const manifests: object[] = []
  for (const input of Object.values(BUNDLES)) {
    await build({
      logLevel: 'warn',
      plugins: [replaceInput(input), collectModules(modules)],
      build: { outDir: folder, emptyOutDir: manifests.length === 0 },
    })
    manifests.push(await Bun.file(`${folder}/manifest.json`).json())
  }
  // The site's manifest wins: modules in both bundles have two files, and only the site's documents need theirs.
  await Bun.write(`${folder}/manifest.json`, JSON.stringify(Object.assign({}, ...manifests.toReversed())))
  await buildWorker(folder, [collectModules(modules)])
  await buildIcons(folder)
  return modules
}

/** A plugin, because Vite merges options with the configured input. */
function replaceInput(input: string[]): Plugin {
  return {
    name: 'replace-input',
    config: (config) => {
      if (config.build?.rolldownOptions) config.build.rolldownOptions.input = input
    },
  }
}

function collectModules(modules: Set<string>): Plugin {
  return {
    name: 'collect-modules',
    generateBundle: (_, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') for (const id of chunk.moduleIds) modules.add(id)
      }
    },
  }
}

/** Bundles the service worker into `folder`/sw.js. */
async function buildWorker(folder: string, plugins: Plugin[]): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'web/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
