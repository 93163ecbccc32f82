import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import * as z from 'zod/mini'
import { COMMAND_LINE } from '#domain/audit.ts'
import { findPost, listPosts } from '#src/posts/store.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'
import { testApp } from '#src/testing/test-app.ts'
import { importFiles } from './import.ts'

const FOLDER = join(import.meta.dir, 'fixtures')
const FILES = readdirSync(FOLDER).sort()
const NOW = new Date('2026-03-14T12:00:00Z')

/** The imported posts of a fixture and its report. */
async function imported(name: string) {
  const { db } = await testApp()
  const file = { path: name, read: () => readFileSync(join(FOLDER, name)) }
  const outcomes = await importFiles(db, COMMAND_LINE, [file], { isPublished: true, now: NOW })
  const { rows } = await listPosts(db, { limit: 100, offset: 0 })
  const posts = await Promise.all(rows.map(({ id }) => findPost(db, id)))
  return { outcomes, posts: posts.sort((a, b) => a.id - b.id) }
}

/** Editor settings, invisible to readers. */
const HIDDEN_ELEMENTS = new Set(
  'id name _quote sizeSlug linkDestination type mode style tag listType language alignment backgroundColor accentColor cardName version ghostVersion'.split(
    ' ',
  ),
)

const NAMES =
  /^(?:p|h2|ul|em|strong|a|href|blockquote|soft-return|image|markdown|card-markdown|html|code|embed|bookmark|gallery|hr|nobody-knows)$/

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return NAMES.test(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => (HIDDEN_ELEMENTS.has(key) ? [] : stringsIn(inner)))
}

const GhostFile = z.object({ data: z.object({ posts: z.array(z.record(z.string(), z.unknown())) }) })
const GhostExport = z.union([
  z.pipe(
    GhostFile,
    z.transform((one) => [one]),
  ),
  z.pipe(
    z.object({ db: z.array(GhostFile) }),
    z.transform(({ db }) => db),
  ),
])

const GHOST_TEXTS = ['html', 'lexical', 'mobiledoc', 'markdown']

/** The text that readers of these posts see: Ghost uses the first available format. */
function ghostTexts(json: string): string[] {
  const posts = GhostExport.parse(JSON.parse(json)).flatMap(({ data }) => data.posts)
  const readable = posts.filter(({ page, title }) => !page && typeof title === 'string')
  return readable.flatMap((post) => {
    const kind = GHOST_TEXTS.find((name) => typeof post[name] === 'string') ?? 'html'
    const text = z.string().parse(post[kind])
    const body = kind === 'lexical' || kind === 'mobiledoc' ? stringsIn(JSON.parse(text)) : [text]
    return [...stringsIn([post.title, post.custom_excerpt, post.feature_image, post.image]), ...body]
  })
}

function wordPressTexts(xml: string): string[] {
  const posts = xml
    .split('<item>')
    .filter((item) => /<wp:post_type>(?:<!\[CDATA\[)?(?:post|wp_block)\b/.test(item))
    .map((item) => item.replace(/<title>(?=.*wp_block)/s, '<wp:name>'))
  return posts.flatMap((item) => {
    const parts = [
      /<title>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/title>/,
      /<content:encoded><!\[CDATA\[((?:.|\n)*?)\]\]><\/content:encoded>/,
      /<excerpt:encoded><!\[CDATA\[(.*?)\]\]>/,
    ]
    const elsewhere = [
      ...Array.from(
        item.matchAll(/<wp:meta_value><!\[CDATA\[(.*?)\]\]><\/wp:meta_value>/g),
        ([, value = '']) =>
          value.startsWith('[') ? stringsIn(JSON.parse(value)) : value.replace(/%%(?!cf)\w+%%|^\d+$/g, ''),
      ),
      ...Array.from(item.matchAll(/<!-- wp:[\w/-]+ (\{.*\}) \/?-->/g), ([, json = '{}']) =>
        stringsIn(JSON.parse(json)),
      ),
    ].flat()
    const tags = Array.from(item.matchAll(/<category.*?><!\[CDATA\[(.*?)\]\]>/g), ([, name = '']) => name)
    const texts = [
      ...parts.map((part) => part.exec(item)?.[1] ?? ''),
      ...tags.filter((tag) => tag !== 'Uncategorized'),
      ...elsewhere,
    ]
    // Shortcodes show captions and addresses, but not their own names.
    return texts.map((text) =>
      text
        .replace(
          /\[(?:caption|gallery|audio|video)\s([^\]]*)\]/g,
          (_, given: string) => / caption="([^"]*)"/.exec(given)?.[1] ?? '',
        )
        .replace(/\[\/?(?:caption|embed|audio|video|gallery)\]/g, (all, at: number) =>
          text[at - 1] === '[' ? all : '',
        ),
    )
  })
}

/** The text of a Markdown file and its front matter, without marks and link addresses. */
const markdownTexts = (file: string): string[] => {
  const [, front = '', body = ''] =
    /^(?:---\w*|\+\+\+)\n((?:.|\n)*?)\n(?:---|\+\+\+)\n((?:.|\n)*)$/.exec(file) ?? []
  const told = Array.from(
    front.matchAll(/^\W*(?:title|tags|categories|description)\W+(.*)$/gm),
    ([, value = '']) => value,
  )
  const text = body
    .replace(/\{% (?:end)?highlight|\{\{< figure|\b(?:src|title)=/g, '')
    .replace(/^\[\w+\]:.*$/gm, '')
    .replace(/\]\[\w+\]/g, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/<https?:[^>]*>/g, '')
  return [...told, text]
}

const textsOf = (name: string): string[] => {
  const file = readFileSync(join(FOLDER, name), 'utf8')
  return name.endsWith('.xml')
    ? wordPressTexts(file)
    : name.endsWith('.json')
      ? ghostTexts(file)
      : markdownTexts(file)
}

/** The words that a browser shows. No fixture has marks within a word; superscript digits count as digits. */
function wordsIn(text: string): string[] {
  const apart = text.replaceAll('__GHOST_URL__', '').replace(/<(?!\/?su[bp])/g, ' <')
  const root = parse(apart, { comment: false, blockTextElements: { script: false, style: false } })
  return wordsOf(root.textContent.replace(/&\w+;/g, ' '))
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.map(String) ?? []

test.each(FILES)('keeps every word of %s in the posts or the report', async (name) => {
  const { outcomes, posts } = await imported(name)
  const texts = posts.flatMap(({ title, content, excerpt, tags }) => [title, content, excerpt, ...tags])
  const kept = new Set(wordsOf([...texts, ...outcomes.flatMap(({ notes }) => notes)].join('\n')))
  const source = new Set(textsOf(name).flatMap(wordsIn))
  expect(source.size).toBeGreaterThan(2)
  expect([...source.difference(kept)]).toEqual([])
})

test.each(FILES)('keeps every address of %s in the posts or the report', async (name) => {
  const { outcomes, posts } = await imported(name)
  const kept = JSON.stringify([posts.map(({ content }) => content), outcomes.map(({ notes }) => notes)])
  const raw = name.endsWith('.md') ? readFileSync(join(FOLDER, name), 'utf8') : textsOf(name).join('\n')
  const files = raw.match(/[\w-]+\.(?:jpg|png|svg|webp|mp3|mp4|ogg|swf|pdf|js)\b/g) ?? []
  const hosts = Array.from(raw.matchAll(/https?:\/\/([a-z.]+)/g), ([, host = '']) => host)
  // The linked thumbnail of a picture, and the second of two equal definitions.
  const deliberate = new Set(['quay-300x200.jpg', 'second.example'])
  expect([...files, ...hosts].filter((one) => !kept.includes(one) && !deliberate.has(one))).toEqual([])
})

test.each(FILES)('%s matches the snapshot', async (name) => {
  const { outcomes, posts } = await imported(name)
  const shown = posts.map((post) => ({ ...post, id: 0, excerpt: excerptOf(post) }))
  expect({ outcomes, posts: shown }).toMatchSnapshot()
})
