import { expect, test } from 'bun:test'
import type { Role } from '#domain/users.ts'
import { images } from '#src/db/schema.ts'
import { createPreview } from '#src/posts/previews.ts'
import { deletePost } from '#src/posts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { bytesOf, exifOf, IMAGE_FILES, jpegWith, pngChunk, pngWith } from '#src/testing/image-files.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { createImage, deleteUnusedImages, readImage } from './store.ts'

const { webp, png } = IMAGE_FILES

type Options = Parameters<typeof testApp>[0] & { role?: Role }

async function signedInApp({ role = 'moderator', ...options }: Options = {}) {
  const app = await testApp(options)
  const { authorization } = await makeUser(app, role)
  const send = (body: Uint8Array<ArrayBuffer>, type = 'image/webp', headers: Record<string, string> = {}) =>
    app.call('/api/admin/images', { body, headers: { authorization, 'content-type': type, ...headers } })
  const upload = async (body: Uint8Array<ArrayBuffer>, type?: string) => {
    const response = await send(body, type)
    return { status: response.status, answer: await response.json() }
  }
  const stored = async (body: Uint8Array<ArrayBuffer>) => (await upload(body)).answer.url
  const noted = async () =>
    (await auditLog(app.db)).map(({ actor, action, subject, detail }) => [actor, action, subject, detail])
  return { app, send, upload, stored, noted }
}

const pngText = (text: string) => pngWith(pngChunk('tRNS', text))

test('serves an uploaded image to everyone, immutable and sandboxed', async () => {
  const { app, upload, noted } = await signedInApp()
  const { status, answer } = await upload(webp)
  expect(status).toBe(201)
  expect(answer).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: `/images/${answer.id}-3x2.webp`,
    width: 3,
    height: 2,
  })
  expect((await noted()).at(-1)).toEqual(['moderator', 'image_added', answer.url, '3 × 2, 70 bytes'])

  const response = await app.call(answer.url)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(webp)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename="${answer.id}.webp"`,
    'cross-origin-resource-policy': 'cross-origin',
    'x-frame-options': 'DENY',
  })
  const etag = response.headers.get('etag') ?? ''
  const again = await app.call(answer.url, { headers: { 'if-none-match': etag } })
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
  const head = await app.call(answer.url, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
})

test('stores the same image once', async () => {
  const { app, upload, noted } = await signedInApp()
  const [first, second] = [await upload(webp), await upload(webp, 'image/png')]
  expect(second).toEqual(first)
  expect(await app.db.$count(images)).toBe(1)
  expect((await noted()).filter(([, action]) => action === 'image_added')).toHaveLength(1)
})

test('detects the type of a file by its bytes and stores no metadata', async () => {
  const { app, upload } = await signedInApp()
  const { answer } = await upload(jpegWith(0xe1, exifOf(1)), 'image/webp')
  const response = await app.call(answer.url)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).not.toContain('GPS-SECRET')
})

test('returns 404 for any other path of an image', async () => {
  const { app, stored } = await signedInApp()
  const url = await stored(webp)
  const others = [url.replace('3x2', '2x3'), url.replace('.webp', '.png'), `${url}.html`, '/images/logo.png']
  for (const path of [...others, url.replace(/[0-9a-f]{32}/, '0'.repeat(32)), '/images', '/images/']) {
    const response = await app.call(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(response.headers.get('content-type')).toStartWith('text/html')
  }
  expect((await app.call(url, { method: 'POST' })).status).toBe(405)
})

test("serves the operator's own images at paths without a stored image", async () => {
  const publicFolder = { respond: async () => new Response('own') }
  const { app, stored } = await signedInApp({ publicFolder })
  expect(await (await app.call('/images/logo.png')).text()).toBe('own')
  expect(await (await app.call(await stored(webp))).arrayBuffer()).toEqual(webp.buffer)
})

test.each([
  ['nothing', bytesOf(''), 400, 'The request has no image'],
  ['a script', bytesOf('<script>'), 400, 'This isn’t a WebP, JPEG, PNG or GIF image'],
  ['half an image', webp.slice(0, 40), 400, 'This WebP file is damaged or incomplete'],
  ['too much', new Uint8Array(1024 * 1024 + 1), 413, 'The request is too large: the limit is 1 MB'],
])('refuses %s', async (_what, body, status, message) => {
  const { app, upload } = await signedInApp()
  expect(await upload(body)).toMatchObject({ status, answer: { message } })
  expect(await app.db.$count(images)).toBe(0)
})

test('an upload needs a type, a length and permission to write posts', async () => {
  const { app, send, upload } = await signedInApp()
  expect(await upload(webp, 'text/plain')).toMatchObject({
    status: 415,
    answer: {
      message: 'The Content-Type must be one of image/webp, image/jpeg, image/png, image/gif',
    },
  })
  expect((await upload(webp, 'image/svg+xml')).status).toBe(415)
  expect((await send(webp, 'image/webp', { 'content-length': '' })).status).toBe(400)
  const chunks = new ReadableStream({ start: (controller) => controller.close() })
  const stranger = await app.call('/api/admin/images', {
    body: chunks,
    headers: { 'content-type': 'image/webp' },
  })
  expect(stranger.status).toBe(401)
})

test('limits the size of all images together', async () => {
  const { app, upload } = await signedInApp({ settings: { imagesMb: 70 / 1024 / 1024 } })
  expect((await upload(webp)).status).toBe(201)
  expect(await upload(png)).toMatchObject({
    status: 409,
    answer: { message: expect.stringContaining('and this one would exceed that') },
  })
  expect((await upload(webp)).status).toBe(201)
  expect(await app.db.$count(images)).toBe(1)
})

test('deletes an image after 30 days in no post, but never a used one', async () => {
  const { app, stored, noted } = await signedInApp()
  const { db } = app
  const urls = await Promise.all(
    ['draft', 'archived', 'public', 'gone', 'never'].map((text) => stored(pngText(text))),
  )
  const [inDraft = '', inArchived = '', inPublic = '', inDeleted = '', inNone = ''] = urls
  const textWith = (url: string) => `A text. ![A lock](${url})`
  const draft = await makePost(db, { title: 'one', content: textWith(inDraft) })
  await createPreview(db, actor, draft.id, NOON)
  await makePost(db, { title: 'two', content: textWith(inArchived), status: 'archived' })
  await makePost(db, { title: 'three', content: textWith(inPublic), status: 'published' })
  const deleted = await makePost(db, { title: 'four', content: textWith(inDeleted) })
  const afterDays = (days: number) => deleteUnusedImages(db, new Date(NOON.getTime() + days * 24 * 3_600_000))
  const there = async () =>
    (await Promise.all(urls.map((url) => app.call(url)))).map(({ status }) => status === 200)

  await afterDays(0)
  await deletePost(db, actor, deleted.id, NOON)
  await afterDays(1)
  await afterDays(30)
  expect(await db.$count(images)).toBe(5)
  await afterDays(30.5)
  expect(await db.$count(images)).toBe(4)
  expect((await noted()).at(-1)).toEqual([
    'daily schedule',
    'image_deleted',
    inNone,
    'In no post for 30 days',
  ])
  await makePost(db, { title: 'five', content: textWith(inDeleted) })
  await afterDays(40)
  expect(await db.$count(images)).toBe(4)
  expect(await there()).toEqual([true, true, true, true, false])
})

test('keeps an image that a post starts to use during deletion', async () => {
  const { app, stored } = await signedInApp()
  const url = await stored(webp)
  const later = new Date(NOON.getTime() + 40 * 24 * 3_600_000)
  await deleteUnusedImages(app.db, NOON)
  const reading = deleteUnusedImages(app.db, later)
  await makePost(app.db, { content: `![](${url})` }, later)
  await reading
  expect((await app.call(url)).status).toBe(200)
})

test.each(ENGINES)('%s stores every byte of an image', async (_name, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  const file = {
    extension: 'png' as const,
    width: 4000,
    height: 3000,
    bytes: new Uint8Array(1024 * 1024).map((_, at) => at * 7),
  }
  const { id, url } = await createImage(db, actor, file, { now: NOON, totalMb: 2 })
  const read = await readImage(db, { id, ...file })
  expect(read?.length).toBe(1024 * 1024)
  expect(Bun.SHA256.hash(read ?? '', 'hex')).toStartWith(id)
  expect(await createImage(db, actor, file, { now: NOON, totalMb: 0 })).toMatchObject({ url })
  await deleteUnusedImages(db, NOON)
  await deleteUnusedImages(db, new Date(NOON.getTime() + 31 * 24 * 3_600_000))
  expect(await db.$count(images)).toBe(0)
})
