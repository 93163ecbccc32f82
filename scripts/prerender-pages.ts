/** Pre-renders static pages with default settings and writes FOLDER/prerendered.ts. */
import { mkdir } from 'node:fs/promises'
import { readConfig } from '#src/config.ts'
import { DEFAULT_BRANDING } from '#src/site/branding.ts'
import { createPageJobs, PLACEHOLDER_HOST } from '#src/site/pages.ts'
import { keyOf } from '#src/site/render.ts'
import { renderPage } from '#src/site/render-page.tsx'
import { notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import { prerenderedModule } from './built-module.ts'

const [folder = ''] = process.argv.slice(2)
const { loadBuild } = await import(`${folder}/built.ts`)

const jobOf = createPageJobs({
  config: readConfig([], {}),
  build: await loadBuild(),
  adHtml: null,
  customPages: [],
  branding: DEFAULT_BRANDING,
  wordList: null,
})
const pages = [
  ...sitePages.filter(({ isFromDatabase }) => !isFromDatabase),
  offlineNotePage,
  ...['/404', '/admin/404'].map((path) => ({ path, source: notFoundPage.source })),
]
await mkdir(`${folder}/prerendered`)
const jobs = pages.map(({ path, source }) =>
  jobOf({ origin: `https://${PLACEHOLDER_HOST}`, location: path, source }),
)
for (const [at, job] of jobs.entries())
  await Bun.write(`${folder}/prerendered/${at}.txt`, await renderPage(job))
await Bun.write(`${folder}/prerendered.ts`, prerenderedModule(jobs.map(keyOf)))
