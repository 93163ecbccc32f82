import { expect, test } from 'bun:test'
import { loadBuild } from '#build'
import { readConfig } from '#src/config.ts'
import { DEFAULT_BRANDING } from '#src/site/branding.ts'
import { PLACEHOLDER_HOST, withPrerendered } from '#src/site/prerendered-pages.ts'
import { createRenderer } from '#src/site/renderer.ts'
import { sitePages } from '#web/site-pages.ts'

const RENDERED_NOW = 'rendered now'

async function renderStaticPages(settings: string[]) {
  const build = await loadBuild()
  const render = withPrerendered(build.prerendered ?? new Map(), async () => RENDERED_NOW)
  const config = readConfig(settings, {})
  const renderer = createRenderer({
    config,
    build,
    adHtml: null,
    customPages: [],
    branding: DEFAULT_BRANDING,
    wordList: null,
    render,
  })
  const fixed = sitePages.filter(({ isFromDatabase }) => !isFromDatabase)
  const pages = fixed.map(({ path, source }) =>
    renderer.render({ origin: `https://${PLACEHOLDER_HOST}`, location: path, source }),
  )
  return (await Promise.all(pages)).map(({ text }) => text)
}

test('the executable embeds its static pages, rendered', async () => {
  const texts = await renderStaticPages([])
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
  expect(new Set(await renderStaticPages([flag, value]))).toEqual(new Set([RENDERED_NOW]))
})
