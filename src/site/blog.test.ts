import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { parse } from 'node-html-parser'
import { dailyCounts } from '#src/db/schema.ts'
import { listPublishedImages } from '#src/posts/public-store.ts'
import { updatePost } from '#src/posts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

freezeDate()

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)

async function read({ call }: TestApp, path: string) {
  const response = await call(path)
  const html = await response.text()
  const document = parse(html)
  const meta = (name: string) =>
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  const data = document
    .querySelectorAll('script[type="application/ld+json"]')
    .map((script) => JSON.parse(script.text))
  return {
    response,
    html,
    document,
    meta,
    data,
    title: document.querySelector('title')?.text,
    heading: document.querySelector('h1')?.text,
    text: document.querySelector('main')?.structuredText ?? '',
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    links: document.querySelectorAll('main a').map((link) => link.getAttribute('href')),
  }
}

test('shows a message and a link to the generator on an empty blog', async () => {
  const { response, text, links, heading } = await read(await testApp(), '/blog')
  expect(response.status).toBe(200)
  expect(heading).toBe('Blog')
  expect(text).toContain('No blog posts yet')
  expect(text).toContain('Check back soon for security insights and password best practices!')
  expect(links).toContain('/')
})

test('a card shows tags, title, excerpt, date, reading time and a link to the post', async () => {
  const app = await testApp()
  await makePublished(app.db, {
    slug: 'a-post',
    title: 'A <post>',
    content: 'word '.repeat(401).trim(),
    tags: ['Two words', 'C/D'],
  })
  const { text, links, document } = await read(app, '/blog')
  expect(text).toContain('A <post>')
  expect(text).toContain(`${'word '.repeat(31)}word …`)
  expect(text).toContain('Mar 14, 2026')
  expect(text).toContain('3 min read')
  expect(text).toContain('Read more')
  expect(document.querySelector('time')?.getAttribute('datetime')).toBe(NOON.toISOString())
  expect(links).toEqual(expect.arrayContaining(['/blog/a-post', '/blog/tag/Two%20words', '/blog/tag/C%2FD']))
})

test('lists twenty posts per page, with links to older and newer ones', async () => {
  const app = await testApp()
  for (let index = 1; index <= 45; index++) {
    await makePublished(app.db, { slug: `post-no-${index}`, title: `Number ${index}.` }, minutes(index))
  }
  const titles = async (path: string) => {
    const page = await read(app, path)
    const shown = page.document.querySelectorAll('main h2').map((heading) => heading.text)
    const link = (rel: string) => page.document.querySelector(`main a[rel=${rel}]`)?.getAttribute('href')
    return { ...page, shown, older: link('next'), newer: link('prev') }
  }
  const first = await titles('/blog')
  expect([first.shown.length, first.shown[0], first.shown[19]]).toEqual([20, 'Number 45.', 'Number 26.'])
  expect([first.newer, first.older]).toEqual([undefined, '/blog?page=2'])
  expect([first.title, first.canonical]).toEqual(['Blog | Passwright', 'http://example.test/blog'])
  const second = await titles('/blog?page=2&utm_source=x')
  expect([second.shown.length, second.shown[0]]).toEqual([20, 'Number 25.'])
  expect([second.newer, second.older]).toEqual(['/blog', '/blog?page=3'])
  expect([second.title, second.canonical]).toEqual([
    'Blog, page 2 | Passwright',
    'http://example.test/blog?page=2',
  ])
  const third = await titles('/blog?page=3')
  expect([third.shown.length, third.newer, third.older]).toEqual([5, '/blog?page=2', undefined])
})

test('returns 404 for a page that does not exist', async () => {
  const app = await testApp()
  await makePublished(app.db)
  for (const page of ['4', '0', '-1', '1.5', 'x', '', '01', '99999999999', "1'--", '２']) {
    const { response, heading, meta } = await read(app, `/blog?page=${encodeURIComponent(page)}`)
    expect([page, response.status, heading, meta('robots')]).toEqual([
      page,
      404,
      '404 Page Not Found',
      'noindex',
    ])
  }
})

test('shows a post, with the same data for search engines and previews', async () => {
  const app = await testApp()
  await makePublished(app.db, {
    slug: 'a-post',
    title: 'A "post" & more',
    excerpt: 'In short.',
    content: 'One line.\n\n  \n## Part\nAnother **bold** line.',
    tags: ['Keys', 'Locks'],
  })
  const { response, document, meta, data, title, heading, canonical, links, text } = await read(
    app,
    '/blog/a-post',
  )
  expect(response.status).toBe(200)
  expect(heading).toBe('A "post" & more')
  expect(title).toBe('A "post" & more | Passwright')
  expect(document.querySelectorAll('article p').map((line) => line.text)).toEqual(
    expect.arrayContaining(['In short.', 'One line.', 'Another bold line.']),
  )
  expect(document.querySelector('article h2')?.text).toBe('Part')
  expect(text).toContain('March 14, 2026')
  expect(text).toContain('1 min read')
  expect(document.querySelectorAll('main button').map((button) => button.text)).toEqual(['Share'])
  expect(links.filter((href) => href === '/blog').length).toBe(2)
  expect(text).toContain('Back to Blog')
  expect(text).toContain('More Articles')
  expect(meta('description')).toBe('In short.')
  expect(meta('robots')).toBeUndefined()
  expect(canonical).toBe('http://example.test/blog/a-post')
  expect([meta('og:type'), meta('og:url')]).toEqual(['article', 'http://example.test/blog/a-post'])
  expect(meta('article:published_time')).toBe(NOON.toISOString())
  expect(meta('article:modified_time')).toBe(NOON.toISOString())
  const tags = document.querySelectorAll('meta[property="article:tag"]')
  expect(tags.map((tag) => tag.getAttribute('content'))).toEqual(['Keys', 'Locks'])
  expect(data.find((one) => one['@type'] === 'BlogPosting')).toMatchObject({
    headline: 'A "post" & more',
    description: 'In short.',
    datePublished: NOON.toISOString(),
    dateModified: NOON.toISOString(),
    mainEntityOfPage: 'http://example.test/blog/a-post',
    keywords: ['Keys', 'Locks'],
  })
})

test('a post that was first published elsewhere says so, and stays out of the sitemap', async () => {
  const app = await testApp({ settings: { siteUrl: 'http://example.test' } })
  const canonicalUrl = 'https://example.com/first?a=1&b=2'
  await makePublished(app.db, { slug: 'a-post', canonicalUrl })
  await makePublished(app.db, { slug: 'own', canonicalUrl: 'http://example.test/blog/own' })
  const { canonical, meta, data } = await read(app, '/blog/a-post')
  expect([canonical, meta('og:url'), meta('robots')]).toEqual([canonicalUrl, canonicalUrl, undefined])
  expect(data.find((one) => one['@type'] === 'BlogPosting')).toMatchObject({ url: canonicalUrl })
  const sitemap = await (await app.call('/sitemap.xml')).text()
  expect([sitemap.includes('/blog/a-post'), sitemap.includes('/blog/own')]).toEqual([false, true])
  const link = 'link rel="canonical" href="https://example.com/first?a=1&amp;b=2"/>'
  expect(await (await app.call('/feed.xml')).text()).toContain(`<atom:${link}`)
  expect(await (await app.call('/atom.xml')).text()).toContain(`<${link}`)
})

test.each([
  [
    'the SEO title and description',
    { metaTitle: 'SEO', metaDescription: 'About', excerpt: 'Short' },
    'SEO',
    'About',
  ],
  ['title and excerpt', { excerpt: 'Short' }, 'On passwords', 'Short'],
  ['the beginning of the content', { content: 'x'.repeat(160) }, 'On passwords', 'x'.repeat(160)],
  ['the truncated content', { content: '😀'.repeat(161) }, 'On passwords', `${'😀'.repeat(160)}…`],
])('uses %s as title and description', async (_, input, expectedTitle, description) => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post', ...input })
  const { title, meta } = await read(app, '/blog/a-post')
  expect([title, meta('description')]).toEqual([`${expectedTitle} | Passwright`, description])
})

test('links a post to its headings, adjacent posts and related posts', async () => {
  const app = await testApp()
  const content = '## One\n\n### Two\n\n## Three\n\ntext'
  await makePublished(app.db, { slug: 'older', title: 'Older', tags: ['Keys'] }, minutes(1))
  await makePublished(app.db, { slug: 'middle', content, tags: ['keys'] }, minutes(2))
  await makePublished(app.db, { slug: 'newer', title: 'Newer' }, minutes(3))
  const { document, html } = await read(app, '/blog/middle')
  const hrefs = (selector: string) =>
    document.querySelectorAll(selector).map((link) => link.getAttribute('href'))
  expect(hrefs('nav[aria-label="On this page"] > div a')).toEqual(['#one', '#two', '#three'])
  expect(hrefs('section[aria-labelledby=related] a')).toEqual(['/blog/older'])
  expect([hrefs('main a[rel=prev]'), hrefs('main a[rel=next]')]).toEqual([['/blog/older'], ['/blog/newer']])
  expect(html.split('<h3 id="two">').length).toBe(2)
  expect((await read(app, '/blog/newer')).document.querySelector('nav[aria-label="On this page"]')).toBeNull()
})

test('lists search results on a page with noindex', async () => {
  const app = await testApp()
  for (let index = 1; index <= 21; index++) {
    await makePublished(app.db, { slug: `p${index}`, title: `Number ${index}.` }, minutes(index))
  }
  await makePost(app.db, { slug: 'draft', title: 'Number 99.' })
  const first = await read(app, '/blog?search=number')
  expect([first.response.status, first.response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect([first.meta('robots'), first.canonical]).toEqual(['noindex', undefined])
  expect(first.title).toBe('Posts for “number” | Passwright')
  expect(first.document.querySelectorAll('main h2').length).toBe(20)
  expect(first.text).toContain('21 posts for “number”')
  expect(first.document.querySelector('input[name=search]')?.getAttribute('value')).toBe('number')
  expect(first.document.querySelector('search form')?.getAttribute('action')).toBe('/blog')
  expect(first.links).toContain('/blog?search=number&page=2')
  expect((await read(app, '/blog?search=number&page=2')).text).toContain('Number 1.')
  expect((await read(app, '/blog?search=number&page=3')).response.status).toBe(404)
  expect((await read(app, '/blog?search=%20')).text).not.toContain('posts for')
  const none = await read(app, '/blog?search=%22%3Cscript%3E')
  expect(none.text).toContain('No posts for “"<script>”')
  expect(none.html).not.toContain('"<script>')
})

test('features the newest post on the first page only', async () => {
  const app = await testApp()
  for (let index = 1; index <= 21; index++) await makePublished(app.db, { slug: `p${index}` }, minutes(index))
  const rows = async (path: string) =>
    (await read(app, path)).document.querySelectorAll('main ul > li > article').length
  expect([await rows('/blog'), await rows('/blog?page=2')]).toEqual([19, 1])
})

test('returns 404 for drafts, archived posts and unknown ones', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'draft' })
  await makePost(app.db, { slug: 'archived', status: 'archived' })
  for (const slug of ['draft', 'archived', 'never-was', '%00', 'a%2Fb', '<script>']) {
    const { response, heading, title, meta, text, canonical, links } = await read(app, `/blog/${slug}`)
    expect([slug, response.status, heading, title]).toEqual([
      slug,
      404,
      'Blog Post Not Found',
      'Blog Post Not Found | Passwright',
    ])
    expect(text).toContain("The blog post you're looking for doesn't exist or has been removed.")
    expect(links).toEqual(['/blog'])
    expect([meta('robots'), canonical]).toEqual(['noindex', undefined])
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
  }
})

test('redirects former, capitalized and otherwise misspelled addresses permanently', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'before' })
  await updatePost(app.db, actor, 1, postInput({ slug: 'after', status: 'published', tags: ['Keys'] }), NOON)
  for (const [from, to] of [
    ['/blog/before', '/blog/after'],
    ['/blog/before?utm_source=x', '/blog/after?utm_source=x'],
    ['/blog/After', '/blog/after'],
    ['/blog/%EF%BC%A1ft%C3%A9r', '/blog/after'],
    ['/blog/after/', '/blog/after'],
    ['/blog/tag/keys', '/blog/tag/Keys'],
    ['/blog/tag/KEYS?page=1', '/blog/tag/Keys?page=1'],
  ] as const) {
    const response = await app.call(from)
    expect([from, response.status, response.headers.get('location')]).toEqual([from, 301, to])
  }
})

test('lists the posts of a tag, and returns 404 for a tag without public posts', async () => {
  const app = await testApp()
  for (let index = 1; index <= 21; index++) {
    await makePublished(
      app.db,
      { slug: `p${index}`, title: `Number ${index}.`, tags: ['Über'] },
      minutes(index),
    )
  }
  await makePublished(app.db, { slug: 'other', title: 'Other.' })
  await makePost(app.db, { slug: 'hidden', tags: ['Secret'] })
  const first = await read(app, '/blog/tag/%C3%9Cber')
  expect([first.response.status, first.heading]).toEqual([200, 'Posts about Über'])
  const crumbs = first.document.querySelectorAll('nav[aria-label=Breadcrumb] a')
  expect(crumbs.map((link) => link.getAttribute('href'))).toEqual(['/', '/blog'])
  expect(first.canonical).toBe('http://example.test/blog/tag/%C3%9Cber')
  expect(first.document.querySelectorAll('main h2').length).toBe(20)
  expect(first.text).not.toContain('Other.')
  expect(first.links).toContain('/blog/tag/%C3%9Cber?page=2')
  expect((await read(app, '/blog/tag/%C3%9Cber?page=2')).text).toContain('Number 1.')
  for (const path of ['/blog/tag/Secret', '/blog/tag/none', '/blog/tag/%C3%9Cber?page=3']) {
    const { response, heading } = await read(app, path)
    expect([path, response.status, heading]).toEqual([path, 404, '404 Page Not Found'])
  }
})

test('renders a page once, and again after a post changes', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post', title: 'First words' })
  const before = await app.call('/blog/a-post', { headers: { 'accept-encoding': 'br' } })
  const etag = before.headers.get('etag') ?? ''
  expect(before.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await before.bytes()).toString()).toContain('First words')
  const again = { headers: { 'accept-encoding': 'br', 'if-none-match': etag } }
  expect((await app.call('/blog/a-post', again)).status).toBe(304)
  await updatePost(
    app.db,
    actor,
    1,
    postInput({ slug: 'a-post', title: 'New words', status: 'published' }),
    NOON,
  )
  expect((await app.call('/blog/a-post', again)).status).toBe(304)
  app.clock.now = new Date(NOON.getTime() + 1000)
  expect((await app.call('/blog/a-post', again)).status).toBe(200)
  expect((await read(app, '/blog/a-post')).heading).toBe('New words')
})

test('returns the same page for all missing posts, to save memory', async () => {
  const app = await testApp()
  const bodies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => app.call(`/blog/made-up-${index}`).then((page) => page.text())),
  )
  expect(new Set(bodies).size).toBe(1)
})

test('counts views of a post under its current path, and none of missing posts', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'earlier' })
  await updatePost(app.db, actor, 1, postInput({ slug: 'a-post', tags: ['Keys'], status: 'published' }), NOON)
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const report = (path: string) =>
    app.call('/api/track/page-view', { json: { path }, headers }).then(({ status }) => status)
  for (const path of ['/blog/a-post', '/blog/a-post?x=1', '/blog/nothing', '/blog/A-Post', '/blog?page=1']) {
    await app.call(path, { headers })
  }
  expect(await report('/blog/a-post')).toBe(200)
  expect(await report('/blog/tag/Keys')).toBe(200)
  expect(await report('/blog/earlier')).toBe(200)
  for (const path of ['/blog/:slug', '/blog/nothing', '/blog/tag/keys', '/blog/preview/x']) {
    expect(await report(path)).toBe(400)
  }
  await app.counter.close()
  const counted = await app.db.select().from(dailyCounts)
  const paths = counted
    .filter(({ detail }) => detail.startsWith('/'))
    .map(({ detail, count }) => [detail, count])
  expect(paths.sort()).toEqual([
    ['/blog', 1],
    ['/blog/a-post', 4],
    ['/blog/tag/Keys', 1],
  ])
})

test('excludes previews from the analytics tag', async () => {
  const app = await testApp({ settings: { analyticsId: 'G-TESTTEST' } })
  const { id } = await makePost(app.db)
  const { createPreview } = await import('#src/posts/previews.ts')
  const { path } = await createPreview(app.db, actor, id, NOON)
  const { response, html } = await read(app, path)
  expect(html).not.toContain('G-TESTTEST')
  expect(response.headers.get('content-security-policy')).not.toContain('google')
  expect((await read(app, '/blog')).html).toContain('G-TESTTEST')
})

test('the sitemap lists images of public posts only', async () => {
  const app = await testApp()
  const image = `/images/${'a'.repeat(32)}-800x600.webp`
  await makePublished(app.db, { slug: 'pictures', content: `![a](${image})\n\n![b](${image})` })
  await makePost(app.db, { slug: 'draft', content: `![a](/images/${'b'.repeat(32)}-800x600.webp)` })
  const xml = await (await app.call('/sitemap.xml')).text()
  expect(xml).toContain(
    `<lastmod>${NOON.toISOString()}</lastmod><image:image><image:loc>http://example.test${image}</image:loc></image:image></url>`,
  )
  expect(xml.match(/<image:loc>/g)).toHaveLength(1)
})

test('the sitemap lists at most 1,000 images of a post, and of all posts not more than its limit', async () => {
  const app = await testApp()
  const image = (index: number) => `/images/${index.toString(16).padStart(32, '0')}-800x600.webp`
  const content = Array.from({ length: 1_001 }, (_, index) => image(index)).join(' ')
  for (const slug of ['a', 'b']) await makePublished(app.db, { slug, content })
  const xml = await (await app.call('/sitemap.xml')).text()
  expect(xml.match(/<image:loc>/g)).toHaveLength(2_000)
  const found = await listPublishedImages(app.db, { each: 2, total: 3 })
  expect([...found.values()]).toEqual([[image(0), image(1)], [image(0)]])
})

test('the sitemap lists every public post with its last change, and every tag', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post', tags: ['A & B'] })
  await makePost(app.db, { slug: 'draft', tags: ['Secret'] })
  const xml = await (await app.call('/sitemap.xml')).text()
  expect(xml).toContain(
    `<url><loc>http://example.test/blog/a-post</loc><lastmod>${NOON.toISOString()}</lastmod></url>`,
  )
  expect(xml).toContain('<url><loc>http://example.test/blog/tag/A%20%26%20B</loc></url>')
  expect(xml).not.toMatch(/draft|Secret/)
})
