import { expect, test } from 'bun:test'
import { COMMAND_LINE } from '#domain/audit.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { importFiles } from './import.ts'

async function imported(...files: [path: string, text: string][]) {
  const app = await testApp()
  const sources = files.map(([path, text]) => ({ path, read: () => Buffer.from(text) }))
  const outcomes = await importFiles(app.db, COMMAND_LINE, sources, { isPublished: true, now: NOON })
  const follow = async (from: string) => {
    const { status, headers } = await app.call(from)
    return status === 301 ? headers.get('location') : status
  }
  return { ...app, outcomes, follow }
}

type Item = Record<string, string>

const itemOf = (fields: Item, more = '') =>
  `<item>${Object.entries({ 'wp:status': 'publish', 'content:encoded': 'text', ...fields })
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}${more}</item>`

const wxr = (site: string, ...items: string[]) => `<?xml version="1.0"?>
<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<title>Kitchen</title><link>${site}</link>${items.join('')}</channel></rss>`

const SALT = itemOf({
  title: 'Salt',
  link: 'https://old.example/recipes/salt/',
  'wp:post_id': '7',
  'wp:post_date': '2019-05-04 10:00:00',
  'wp:post_name': 'salt',
})

test.each([
  ['/recipes/salt/', '/blog/salt'],
  ['/Recipes/Salt', '/blog/salt'],
  ['/?p=7', '/blog/salt'],
  ['/2019/05/salt/', '/blog/salt'],
  ['/2019/05/04/salt/', '/blog/salt'],
  ['/?feed=rss2', '/feed.xml'],
  ['/feed/atom/', '/atom.xml'],
  ['/recipes/pepper', 404],
])('after an import from WordPress, %s leads to %s', async (from, to) => {
  const { follow } = await imported(['a.xml', wxr('https://old.example', SALT)])
  expect(await follow(from)).toBe(to)
})

test.each([
  ['/recipes/salt/', '/blog/salt'],
  ['//old.example/recipes/salt', '/blog/salt'],
  ['http://www.old.example/recipes/salt/#a', '/blog/salt#a'],
  ['../salt/', '/blog/salt'],
  ['/?p=7', '/blog/salt'],
  ['/2019/05/salt', '/blog/salt'],
  ['/recipes/%73alt', '/blog/salt'],
  ['?p=7', 'https://old.example/recipes/b/?p=7'],
  ['/recipes/other/', 'https://old.example/recipes/other/'],
  ['../c.pdf?a=1&amp;b=2#d', 'https://old.example/recipes/c.pdf?a=1&b=2#d'],
  ['/uploads/c.jpg', '/uploads/c.jpg'],
  ['//other.example/recipes/salt/', '//other.example/recipes/salt/'],
])('a link of a WordPress post to %s leads to %s', async (href, to) => {
  const link = { 'content:encoded': `<a href="${href}">it</a>`, link: 'https://old.example/recipes/b/' }
  const item = itemOf({ title: 'B', 'wp:post_name': 'b', ...link })
  const { call } = await imported(['a.xml', wxr('https://old.example', SALT, item)])
  expect((await (await call('/api/blog/posts/b')).json()).content).toBe(`[it](${to})`)
})

test('old slugs of WordPress, and those of a blog in a folder, redirect', async () => {
  const meta =
    '<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>before</wp:meta_value></wp:postmeta>'
  const item = itemOf(
    { link: 'https://old.example/blog/b/', 'wp:post_id': '9', 'wp:post_name': 'b', title: 'B' },
    meta,
  )
  const { follow } = await imported(['a.xml', wxr('https://old.example/blog/', item)])
  expect([await follow('/blog/before'), await follow('/blog?p=9')]).toEqual(['/blog/b', '/blog/b'])
})

test.each([
  ['content/posts/salt.md', 'aliases: [/old/salt/, older.html]', ['/old/salt', '/older.html', '/posts/salt']],
  ['_posts/2020-03-07-salt.md', 'redirect_from: /old/', ['/old', '/2020/03/07/salt.html', '/2020/03/salt']],
  ['source/_posts/salt.md', 'date: 2020-03-07T00:00:00Z', ['/2020/03/07/salt/']],
  ['content/posts/salt/index.fr.md', 'slug: salt', ['/fr/posts/salt']],
  ['x.md', 'slug: salt\npermalink: /a/salt/index.html', ['/a/salt/']],
  ['x.md', 'slug: salt\nurl: https://old.example/b/salt/', ['/b/salt']],
])('the former addresses of %s with %s redirect', async (path, fields, sources) => {
  const { follow, outcomes } = await imported([path, `---\ntitle: Salt\n${fields}\n---\nText`])
  expect(await Promise.all(sources.map(follow))).toEqual(sources.map(() => '/blog/salt'))
  expect(outcomes).toMatchObject([{ result: 'imported', notes: [] }])
})

test('a file named only by its date has one former address', async () => {
  const { outcomes } = await imported(['blog/2020-03-07.md', '---\ntitle: Salt\n---\nText'])
  expect(outcomes).toMatchObject([{ slug: 'salt', redirects: ['/2020/03/07'] }])
})

test('neither templates nor paths of this site become redirects, and existing ones stay', async () => {
  const post = (title: string, fields: string) => `---\ntitle: ${title}\n${fields}\n---\nText`
  const { outcomes, follow } = await imported(
    ['a.md', post('A', 'permalink: /:year/:title/')],
    ['b.md', post('B', 'aliases: ["/", "/admin/x", "/blog/b", "/about"]')],
    ['c.md', post('C', 'aliases: /old/')],
    ['d.md', post('D', 'aliases: /OLD')],
  )
  expect(outcomes.map(({ redirects }) => redirects)).toEqual([[], ['/about'], ['/old'], ['/old']])
  expect([await follow('/old'), await follow('/about')]).toEqual(['/blog/c', 200])
})
