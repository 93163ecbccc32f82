import { build, type Plugin } from 'vite'

/** Bundles the service worker into `folder`/sw.js. */
export async function buildWorker(folder: string, plugins: Plugin[] = []): Promise<void> {
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
