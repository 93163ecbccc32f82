import { expect, test } from 'bun:test'
import { loadBuild } from '#build'
import { readConfig } from '#src/config.ts'
import { STAND_IN_HOST, withDrawn } from '#src/site/drawn-pages.ts'
import { OUR_LOOK } from '#src/site/look.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { sitePages } from '#web/site-pages.ts'

const NEWLY_DRAWN = 'drawn now'

async function render(settings: string[]) {
  const build = await loadBuild()
  const draw = withDrawn(build.drawn ?? new Map(), async () => NEWLY_DRAWN)
  const config = readConfig(settings, {})
  const renderer = createRenderer({ config, build, adHtml: null, ownPages: [], look: OUR_LOOK, draw })
  const fixed = sitePages.filter(({ isFromDatabase }) => !isFromDatabase)
  const pages = fixed.map(({ path, source }) =>
    renderer.render({ origin: `https://${STAND_IN_HOST}`, location: path, source }),
  )
  return (await Promise.all(pages)).map(({ text }) => text)
}

test('the executable holds its fixed pages, drawn', async () => {
  const texts = await render([])
  expect(texts.length).toBeGreaterThan(5)
  for (const text of texts) expect(text).toStartWith('<!DOCTYPE html>')
})

test.each([
  ['--site-name', 'Keys'],
  ['--seo-rating', 'off'],
  ['--access-log', 'on'],
  ['--breach-check', 'on'],
])('with %s %s they are drawn anew', async (flag, value) => {
  expect(new Set(await render([flag, value]))).toEqual(new Set([NEWLY_DRAWN]))
})
