import { expect, test } from 'bun:test'
import { loadBuild } from '#build'
import { readConfig } from '#src/config.ts'
import { DEFAULT_BRANDING } from '#src/site/branding.ts'
import { createPageJobs, PLACEHOLDER_HOST } from '#src/site/pages.ts'
import { keyOf } from '#src/site/render.ts'
import { sitePages } from '#web/site-pages.ts'

/** Undefined for pages that the executable doesn't embed. */
async function readStaticPages(settings: string[]) {
  const build = await loadBuild()
  const jobOf = createPageJobs({
    config: readConfig(settings, {}),
    build,
    adHtml: null,
    customPages: [],
    branding: DEFAULT_BRANDING,
    wordList: null,
  })
  const fixed = sitePages.filter(({ isFromDatabase }) => !isFromDatabase)
  const pages = fixed.map(({ path, source }) => {
    const job = jobOf({ origin: `https://${PLACEHOLDER_HOST}`, location: path, source })
    return build.prerendered?.get(keyOf(job))?.()
  })
  return Promise.all(pages)
}

test('the executable embeds its static pages, rendered', async () => {
  const texts = await readStaticPages([])
  expect(texts.length).toBeGreaterThan(5)
  for (const text of texts) expect(text).toStartWith('<!DOCTYPE html>')
})

test.each([
  ['--site-name', 'Keys'],
  ['--seo-rating', 'off'],
  ['--access-log', 'on'],
  ['--breach-check', 'on'],
  ['--generator-defaults', 'length=20'],
])('with %s %s it renders them at run time', async (flag, value) => {
  expect(new Set(await readStaticPages([flag, value]))).toEqual(new Set([undefined]))
})
