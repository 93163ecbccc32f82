import { expect, test } from 'bun:test'
import { IMAGE_MAX_BYTES } from '#domain/images.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

/** `start` sends the heads of images of the maximum size as a user; `end` sends the rest of all. */
async function uploadApp() {
  const app = await testApp()
  const ends: (() => void)[] = []
  const start = (count: number, authorization: string): Promise<Response>[] =>
    Array.from({ length: count }, () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          ends.push(() => controller.close())
        },
      })
      const length = { 'content-length': String(IMAGE_MAX_BYTES) }
      const headers = { authorization, 'content-type': 'image/png', ...length }
      return app.call('/api/admin/images', { method: 'POST', body, headers })
    })
  const userOf = async (name: string) => (await makeUser(app, 'moderator', name)).authorization
  return { start, userOf, end: () => ends.splice(0).map((end) => end()) }
}

const statusesOf = async (responses: Promise<Response>[]) =>
  (await Promise.all(responses)).map(({ status }) => status).sort()

/** Without a file. */
const empty = (count: number) => Array<number>(count).fill(400)

test('a user sends at most 12 MB at once, all users 16 MB; the rest get 503 with Retry-After', async () => {
  const { start, userOf, end } = await uploadApp()
  const ada = start(13, await userOf('ada'))
  const refused = await Promise.race(ada)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const bob = start(5, await userOf('bob'))
  expect((await Promise.race(bob)).status).toBe(503)
  const cyd = await userOf('cyd')
  expect(await statusesOf(start(1, cyd))).toEqual([503])

  end()
  expect(await statusesOf(ada)).toEqual([...empty(12), 503])
  expect(await statusesOf(bob)).toEqual([...empty(4), 503])
  const later = start(12, cyd)
  end()
  expect(await statusesOf(later)).toEqual(empty(12))
})
