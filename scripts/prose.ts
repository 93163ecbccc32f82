import { callApi } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'

const WORDS = 900

/** Publishes a post of some prose, and returns its path. */
export async function publishPost(server: Server, token: string): Promise<string> {
  const content = (await readProse())
    .split(/(?<=\s)/)
    .slice(0, WORDS)
    .join('')
  const draft = { title: 'How to run a site of your own', content, status: 'published' }
  const { body } = await callApi(server, 'POST', '/api/admin/blog/posts', draft, token)
  return `/blog/${body.slug}`
}

/** The documentation without tables and code: about 5,000 words. */
async function readProse(): Promise<string> {
  const pages = (await Array.fromAsync(new Bun.Glob('docs/*.md').scan())).sort()
  const texts = await Promise.all(pages.map((page) => Bun.file(page).text()))
  return texts.join('\n').replace(/^[|`].*$/gm, '')
}
