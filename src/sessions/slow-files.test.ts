import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { IMAGES_API_PATH } from '#domain/images.ts'
import { KEYWORD_UPLOAD_PATH } from '#domain/keywords.ts'
import { images, keywordUploads, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { IMAGE_FILES } from '#src/testing/image-files.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

const ROWS = JSON.stringify({ csvData: [{ Keyword: 'password' }], uploadBatch: 'upload_1' })

/** A valid file for each route that reads its body itself. */
const FILES = [
  { path: IMAGES_API_PATH, type: 'image/png', bytes: IMAGE_FILES.png, stored: 201 },
  {
    path: KEYWORD_UPLOAD_PATH,
    type: 'application/json',
    bytes: new TextEncoder().encode(ROWS),
    stored: 200,
  },
]

test.each(FILES)(
  'deactivating the account during an upload to $path rejects it',
  async ({ path, type, bytes, stored }) => {
    const app = await testApp()
    const { user, authorization: ada } = await makeUser(app, 'admin', 'ada')
    const send = (meanwhile: () => Promise<unknown>, authorization = ada) => {
      const source: UnderlyingDefaultSource<Uint8Array> = {
        pull: async (controller) => {
          await meanwhile()
          controller.enqueue(bytes)
          controller.close()
        },
      }
      const body = new ReadableStream(source, { highWaterMark: 0 })
      const about = { authorization, 'content-type': type, 'content-length': String(bytes.length) }
      const request = new Request(`http://example.test${path}`, { method: 'POST', headers: about, body })
      return app.handle(request, () => '203.0.113.7')
    }
    const deactivate = () => app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))

    const refused = await send(deactivate)
    expect(refused.status).toBe(401)
    expect(await app.db.$count(images)).toBe(0)
    expect(await app.db.$count(keywordUploads)).toBe(0)
    expect(await auditLog(app.db)).toEqual([])

    const again = await makeUser(app, 'admin', 'bob')
    expect((await send(async () => undefined, again.authorization)).status).toBe(stored)
  },
)

test('the table lists every route that reads its body itself', async () => {
  const { routes } = await testApp()
  const paths = routes
    .filter(({ requirements: { upload, streams } }) => upload ?? streams)
    .map(({ path }) => path)
  expect(paths.sort()).toEqual(FILES.map(({ path }) => path).sort())
})
