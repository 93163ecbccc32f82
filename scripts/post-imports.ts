import { mkdir } from 'node:fs/promises'
import { EXECUTABLE } from '#web/e2e/harness.ts'

export const POST_COUNT = 10_000

export type ImportTime = { from: string; seconds: number; cpuSeconds: number }

const WORDS =
  'password length entropy random choose manager attack hash salt guess keyboard symbol unique phrase dictionary breach'.split(
    ' ',
  )

const sentence = (seed: number, length: number) =>
  `${Array.from({ length }, (_, index) => WORDS[(seed * 7 + index * 5 + index * index) % WORDS.length]).join(' ')}.`

const paragraph = (seed: number) =>
  Array.from({ length: 4 }, (_, index) => sentence(seed + index, 12)).join(' ')

const dateOf = (post: number) => new Date(Date.UTC(2015, 0, 1) + post * 6 * 3_600_000).toISOString()

const htmlOf = (post: number) =>
  [
    `<p>${paragraph(post)} <strong>strong words</strong> and <a href="https://example.com/${post}">a link</a>.</p>`,
    `<h2>${sentence(post, 4)}</h2><p>${paragraph(post + 1)}</p>`,
    `<ul><li>${sentence(post, 6)}</li><li><code>code</code> ${sentence(post, 5)}</li></ul>`,
    `<blockquote><p>${sentence(post, 14)}</p></blockquote><p>${paragraph(post + 2)}</p>`,
  ].join('\n')

const markdownOf = (post: number) => `---
title: "Post number ${post}"
date: ${dateOf(post)}
tags: [Tag ${post % 30}, Tag ${(post + 7) % 30}]
description: ${sentence(post, 10)}
---
${paragraph(post)} **strong words** and [a link](https://example.com/${post}).

## ${sentence(post, 4)}

${paragraph(post + 1)}

- ${sentence(post, 6)}
- \`code\` ${sentence(post, 5)}

> ${sentence(post, 14)}

${paragraph(post + 2)}
`

function ghostExport(numbers: number[]): string {
  const tags = Array.from({ length: 30 }, (_, id) => ({ id: String(id), name: `Tag ${id}` }))
  const posts = numbers.map((post) => ({
    id: String(post),
    title: `Post number ${post}`,
    slug: `ghost-post-${post}`,
    html: htmlOf(post),
    status: 'published',
    visibility: 'public',
    type: 'post',
    created_at: dateOf(post),
    published_at: dateOf(post),
    updated_at: dateOf(post),
  }))
  const links = numbers.map((post) => ({ post_id: String(post), tag_id: String(post % 30) }))
  return JSON.stringify({ db: [{ data: { posts, tags, posts_tags: links } }] })
}

const wordPressItem = (post: number) => `<item><title>Post number ${post}</title>
<link>https://example.com/p/${post}</link><pubDate>${new Date(dateOf(post)).toUTCString()}</pubDate>
<content:encoded><![CDATA[${htmlOf(post)}]]></content:encoded><wp:post_id>${post + 1}</wp:post_id>
<wp:post_name>wordpress-post-${post}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag" nicename="t"><![CDATA[Tag ${post % 30}]]></category></item>`

const wordPressExport = (numbers: number[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Blog</title><link>https://example.com</link><wp:wxr_version>1.2</wp:wxr_version>
${numbers.map(wordPressItem).join('\n')}
</channel></rss>`

/** Imports POST_COUNT published posts in each export format, each into its own data folder. */
export async function measureImports(folder: string): Promise<ImportTime[]> {
  const numbers = Array.from({ length: POST_COUNT }, (_, post) => post)
  await mkdir(`${folder}/markdown`)
  await Promise.all(numbers.map((post) => Bun.write(`${folder}/markdown/${post}.md`, markdownOf(post))))
  await Bun.write(`${folder}/ghost.json`, ghostExport(numbers))
  await Bun.write(`${folder}/wordpress.xml`, wordPressExport(numbers))
  return [
    importInto(folder, 'Markdown', 'markdown'),
    importInto(folder, 'Ghost', 'ghost.json'),
    importInto(folder, 'WordPress', 'wordpress.xml'),
  ]
}

export const dataOf = (folder: string, from: string) => `${folder}/data-${from}`

function importInto(folder: string, from: string, file: string): ImportTime {
  const started = performance.now()
  const command = [EXECUTABLE, 'posts', 'import', file, '--published', '--data', dataOf(folder, from)]
  const { success, stderr, resourceUsage } = Bun.spawnSync(command, { cwd: folder, env: {} })
  const seconds = (performance.now() - started) / 1000
  if (!success) throw new Error(`the import from ${from} failed: ${stderr.toString().slice(-1000)}`)
  return { from, seconds, cpuSeconds: Number(resourceUsage.cpuTime.total) / 1e6 }
}
