/** Pre-renders static pages with default settings and writes FOLDER/prerendered.ts. */
import { mkdir } from 'node:fs/promises'
import { readConfig } from '#src/config.ts'
import { DEFAULT_BRANDING } from '#src/site/branding.ts'
import { keyOf, PLACEHOLDER_HOST } from '#src/site/prerendered-pages.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { runRenderJob } from '#src/site/run-render-job.tsx'
import { notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import { prerenderedModule } from './built-module.ts'

const [folder = ''] = process.argv.slice(2)
const { loadBuild } = await import(`${folder}/built.ts`)

const keys: string[] = []
const renderer = createRenderer({
  config: readConfig([], {}),
  build: await loadBuild(),
  adHtml: null,
  customPages: [],
  branding: DEFAULT_BRANDING,
  wordList: null,
  render: async (job) => {
    const html = await runRenderJob(job)
    await Bun.write(`${folder}/prerendered/${keys.length}.txt`, html)
    keys.push(keyOf(job))
    return html
  },
})
const pages = [
  ...sitePages.filter(({ isFromDatabase }) => !isFromDatabase),
  offlineNotePage,
  ...['/404', '/admin/404'].map((path) => ({ path, source: notFoundPage.source })),
]
await mkdir(`${folder}/prerendered`)
for (const { path, source } of pages)
  await renderer.render({ origin: `https://${PLACEHOLDER_HOST}`, location: path, source })
await Bun.write(`${folder}/prerendered.ts`, prerenderedModule(keys))
