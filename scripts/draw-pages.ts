/** Draws the pages whose text is part of the program, as a server without settings does, and writes FOLDER/drawn.ts. */
import { mkdir } from 'node:fs/promises'
import { readConfig } from '#src/config.ts'
import { drawHere } from '#src/site/drawing.tsx'
import { keyOf, STAND_IN_HOST } from '#src/site/drawn-pages.ts'
import { OUR_LOOK } from '#src/site/look.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import { drawnModule } from './built-module.ts'

const [folder = ''] = process.argv.slice(2)
const { loadBuild } = await import(`${folder}/built.ts`)

const keys: string[] = []
const renderer = createRenderer({
  config: readConfig([], {}),
  build: await loadBuild(),
  adHtml: null,
  ownPages: [],
  look: OUR_LOOK,
  draw: async (job) => {
    const html = await drawHere(job)
    await Bun.write(`${folder}/drawn/${keys.length}.txt`, html)
    keys.push(keyOf(job))
    return html
  },
})
const pages = [
  ...sitePages.filter(({ isFromDatabase }) => !isFromDatabase),
  offlineNotePage,
  ...['/404', '/admin/404'].map((path) => ({ path, source: notFoundPage.source })),
]
await mkdir(`${folder}/drawn`)
for (const { path, source } of pages)
  await renderer.render({ origin: `https://${STAND_IN_HOST}`, location: path, source })
await Bun.write(`${folder}/drawn.ts`, drawnModule(keys))
