import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imagePathsIn } from '#domain/images.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { images } from '#src/db/schema.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage } from '#src/images/store.ts'
import { findPost, listPosts } from '#src/posts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { bytesOf, exifOf, IMAGE_FILES, jpegWith } from '#src/testing/image-files.ts'
import { makePost } from '#src/testing/make-post.ts'
import { migratedImage } from '#src/testing/migrated-database.ts'
import { postsCommand } from './posts.ts'

const { webp, png, gif, animatedGif } = IMAGE_FILES
const NOW = new Date('2026-03-14T12:00:00Z')

/** A machine with an empty blog and a folder for files. */
async function machine() {
  const folder = temporaryFolder()
  const files = join(folder.path, 'files')
  const data = join(folder.path, 'data')
  await Bun.write(join(data, DATABASE_FILE), await migratedImage())
  const { db, close } = await openDatabase({ dataDir: data, now: () => NOW })
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(files, name)), { recursive: true })
    writeFileSync(join(files, name), content)
    return join(files, name)
  }
  return {
    db,
    files,
    lines,
    write,
    run: (...args: string[]) =>
      postsCommand.run(args, { env: { DATA_DIR: data, ANALYZER_ALLOW_PRIVATE: '1' }, out: say, err: say }),
    posts: async () => {
      const { rows } = await listPosts(db, { limit: 100, offset: 0 })
      return Promise.all(rows.map(({ id }) => findPost(db, id)))
    },
    report: () => {
      const { files: found } = JSON.parse(readFileSync(join(folder.path, 'report.json'), 'utf8'))
      return found[0].posts[0].notes
    },
    reportFlag: `--report=${join(folder.path, 'report.json')}`,
    [Symbol.asyncDispose]: async () => {
      await close()
      folder[Symbol.dispose]()
    },
  }
}

/** The blog's former server. */
function oldSite(pages: Record<string, Uint8Array<ArrayBuffer> | Response>) {
  const requests: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url)
      requests.push(pathname)
      const page = pages[pathname]
      return page instanceof Uint8Array
        ? new Response(page)
        : (page?.clone() ?? new Response('', { status: 404 }))
    },
  })
  return { url: server.url.origin, requests, [Symbol.dispose]: () => void server.stop(true) }
}

const ghost = (html: string, more = {}) =>
  JSON.stringify({
    db: [{ data: { posts: [{ id: '1', title: 'One', slug: 'one', status: 'published', html, ...more }] } }],
  })

test('exports images with a blog, and imports them at the same addresses', async () => {
  await using here = await machine()
  await using there = await machine()
  const image = await createImage(here.db, actor, readImageFile(webp), { now: NOW, totalMb: 1 })
  const content = `One\n\n![A lock](${image.url} "Closed")\n\nTwo`
  await makePost(here.db, { slug: 'one', content })
  await makePost(here.db, { slug: 'two', content })
  expect(await here.run('export', there.files)).toBe(0)
  expect(here.lines).toEqual([`Exported 2 posts and 1 image to ${there.files}.`])
  expect(readdirSync(there.files).sort()).toEqual(['images', 'one.md', 'two.md'])

  expect(await there.run('import', there.files)).toBe(0)
  expect((await there.posts()).map((post) => post.content)).toEqual([content, content])
  expect(await there.db.$count(images)).toBe(1)
})

test('an export replaces a different image only with --force', async () => {
  await using at = await machine()
  const image = await createImage(at.db, actor, readImageFile(webp), { now: NOW, totalMb: 1 })
  await makePost(at.db, { slug: 'one', content: `![](${image.url})` })
  at.write(image.url, 'mine')
  await expect(at.run('export', at.files)).rejects.toMatchObject({
    name: 'StartError',
    message: `${join(at.files, image.url)} wasn't created by an export. Nothing was written. Pass --force to replace it.`,
  })
  expect(readdirSync(at.files)).toEqual(['images'])
  expect(await at.run('export', at.files, '--force')).toBe(0)
  expect(readFileSync(join(at.files, image.url), 'utf8')).not.toBe('mine')
  expect(await at.run('export', at.files)).toBe(0)
})

test('reports a missing image of an exported post', async () => {
  await using at = await machine()
  const path = `/images/${'0'.repeat(32)}-3x2.webp`
  at.write('one.md', `---\nformat: passwright\ntitle: One\n---\n![](${path})`)
  await at.run('import', at.files, at.reportFlag)
  expect(at.report()).toEqual([
    `Image not found: ${path}: No such file in the folder, and the URL is relative.`,
  ])
})

test('downloads images on request, without their metadata; others stay links', async () => {
  await using at = await machine()
  using site = oldSite({
    '/photo.jpg': new Uint8Array(jpegWith(0xe1, exifOf(6))),
    '/moving.gif': new Uint8Array(animatedGif),
    '/large.png': new Uint8Array(2 * 1024 * 1024),
    '/page.png': new Response('<script>', { headers: { 'content-type': 'text/html' } }),
    '/trap.png': new Response('<svg>', { headers: { 'content-type': 'image/png' } }),
    '/top.png': new Uint8Array(png),
  })
  const names = ['photo.jpg', 'moving.gif', 'large.png', 'page.png', 'trap.png', 'gone.png', 'photo.jpg']
  const html = names.map((name) => `<p>See <img src="${site.url}/${name}" alt="${name}"></p>`).join('')
  const data = `<p><img src="data:image/gif;base64,${Buffer.from(gif).toString('base64')}" alt="Inside"></p>`
  const more = { feature_image: '__GHOST_URL__/top.png' }
  const file = at.write('ghost.json', ghost(html + data, more))
  expect(await at.run('import', file, '--images', `--from=${site.url}`, at.reportFlag)).toBe(0)

  const [post] = await at.posts()
  const paths = imagePathsIn(post?.content ?? '')
  const [top = '', photo = '', inside = ''] = paths
  expect([top, photo, inside]).toEqual([
    expect.stringMatching(/-3x2\.png$/),
    expect.stringMatching(/-2x3\.jpg$/),
    expect.stringMatching(/-3x2\.gif$/),
  ])
  expect(post?.content.split('\n\n')).toEqual([
    `![](${top})`,
    `See ![photo.jpg](${photo})`,
    ...names.slice(1, 6).map((name) => `See [${name}](${site.url}/${name})`),
    `See ![photo.jpg](${photo})`,
    `![Inside](${inside})`,
  ])
  const link = (name: string, reason: string) => `Image replaced with a link: ${site.url}/${name}: ${reason}`
  expect(at.report()).toEqual([
    link('moving.gif', 'Animated images aren’t accepted, because readers can’t stop them'),
    link('large.png', 'It is larger than 1 MB.'),
    link('page.png', 'Not an image: the address shows a page.'),
    link('trap.png', 'This isn’t a WebP, JPEG, PNG or GIF image'),
    link('gone.png', 'The website responded with HTTP 404.'),
  ])
  expect(site.requests.filter((path) => path === '/photo.jpg')).toHaveLength(1)
  const stored = await at.db.select({ bytes: images.bytes }).from(images)
  expect(stored.map(({ bytes }) => bytes.toString('latin1')).join('')).not.toContain('GPS-SECRET')
})

test('without --images nothing is downloaded', async () => {
  await using at = await machine()
  using site = oldSite({ '/a.png': new Uint8Array(png) })
  const file = at.write('ghost.json', ghost(`<img src="${site.url}/a.png" alt="A">`))
  await at.run('import', file, `--from=${site.url}`, at.reportFlag)
  expect(site.requests).toEqual([])
  expect((await at.posts())[0]?.content).toBe(`[A](${site.url}/a.png)`)
  expect(at.report()).toEqual([`Image replaced with a link: ${site.url}/a.png`])
})

test('private addresses are not requested', async () => {
  await using at = await machine()
  using site = oldSite({ '/a.png': new Uint8Array(png) })
  const file = at.write('ghost.json', ghost(`<img src="${site.url}/a.png" alt="A">`))
  const say = () => undefined
  const env = { DATA_DIR: join(dirname(at.files), 'data') }
  await postsCommand.run(['import', file, '--images', at.reportFlag], { env, out: say, err: say })
  expect(site.requests).toEqual([])
  expect(at.report()[0]).toStartWith(
    `Image replaced with a link: ${site.url}/a.png: The URL can only use port`,
  )
})

test('imports images of a Markdown folder only from inside it', async () => {
  await using at = await machine()
  writeFileSync(join(dirname(at.files), 'secret.png'), png)
  at.write('static/img/lock.png', png)
  at.write('posts/beside.webp', webp)
  at.write('posts/not.png', bytesOf('secret words'))
  symlinkSync(join(dirname(at.files), 'secret.png'), join(at.files, 'posts/link.png'))
  symlinkSync('beside.webp', join(at.files, 'posts/inside.webp'))
  symlinkSync('../static', join(at.files, 'posts/folder'))
  const urls = [
    '/img/lock.png?v=2',
    'beside.webp',
    './not.png',
    '../../secret.png',
    '/../secret.png',
    'link.png',
    'inside.webp',
    'folder/img/lock.png',
    '%00',
  ]
  at.write('posts/one.md', `---\ntitle: One\n---\n${urls.map((url) => `![x](<${url}>)`).join('\n\n')}`)
  await at.run('import', at.files, '--images', at.reportFlag)
  const [post] = await at.posts()
  expect(imagePathsIn(post?.content ?? '')).toHaveLength(2)
  expect(await at.db.$count(images)).toBe(2)
  const none = 'No such file in the folder, and the URL is relative.'
  expect(at.report()).toEqual([
    'Image replaced with a link: ./not.png: This isn’t a WebP, JPEG, PNG or GIF image',
    ...['../../secret.png', '/../secret.png', 'link.png', 'inside.webp', 'folder/img/lock.png', '%00'].map(
      (url) => `Image replaced with a link: ${url}: ${none}`,
    ),
  ])
})

test('imports images of the site around the folder only if it is named, and those of front matter', async () => {
  await using at = await machine()
  at.write('package.json', bytesOf('{}'))
  at.write('static/img/lock.png', png)
  at.write('src/assets/cover.webp', webp)
  const front = '---\ntitle: One\ncover: { image: "@/assets/cover.webp", alt: "A cover" }\n---\n'
  at.write('content/posts/one.md', `${front}![x](/img/lock.png)`)
  const folder = join(at.files, 'content/posts')
  expect(at.run('import', folder, '--images', '--root=/nowhere')).rejects.toThrow("/nowhere doesn't exist.")
  expect(await at.run('import', folder, '--images', '--root', at.files, at.reportFlag)).toBe(0)
  const [post] = await at.posts()
  expect(post?.content.replace(/\w{32}/g, 'HASH')).toBe(
    '![A cover](/images/HASH-3x2.webp)\n\n![x](/images/HASH-3x2.png)',
  )
  expect(at.report()).toEqual([])

  at.write('content/posts/two.md', '---\ntitle: Two\n---\n![x](/img/lock.png)')
  await at.run('import', folder, '--images', at.reportFlag)
  expect(at.report()).toContain(
    'Image replaced with a link: /img/lock.png: No such file in the folder, and the URL is relative.',
  )
})

test('shows an image that links to its own larger size, and keeps other links', async () => {
  await using at = await machine()
  at.write('lock-300x200.png', png)
  at.write('other.webp', webp)
  const html =
    '[![Lock](lock-300x200.png "Old \\"lock\\"")](lock.png)\n\n[![Other](other.webp)](https://other.example "More *here*")'
  at.write('one.md', `---\ntitle: One\n---\n${html}`)
  await at.run('import', at.files, '--images')
  const content = (await at.posts())[0]?.content ?? ''
  const [lock, other] = imagePathsIn(content)
  expect(content).toBe(
    `![Lock](${lock} "Old \\"lock\\"")\n\n[![Other](${other})](https://other.example "More \\*here\\*")`,
  )
})

test('--from must be a web address', async () => {
  await using at = await machine()
  at.write('one.md', 'x')
  expect(at.run('import', at.files, '--images', '--from=file:///etc')).rejects.toThrow(
    '--from must be an address like https://example.com.',
  )
})
