import { afterAll, expect, test } from 'bun:test'
import { cleanTags } from '#domain/posts.ts'
import { shortOrLong, tellFigures } from '#src/testing/attack.ts'
import { jsonRoutes, mayBeUnavailable, office } from '#src/testing/json-routes.ts'
import { NAUGHTY_STRINGS } from '#src/testing/naughty-strings.ts'

/** Each field gets every so many of them, another share than the one before it. */
const EVERY = shortOrLong(12, 1)

/** Made of what was sent, and therefore another text: an address in plain letters, a URL as browsers spell it. */
const REWRITTEN = new Set(['slug', 'url'])

const isText = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string')

const total = { fields: 0, sent: 0, kept: 0, '5xx': 0 }

afterAll(() => tellFigures('Naughty strings', total))
for (const [route, good] of await jsonRoutes()) {
  for (const [field, value] of Object.entries(good).filter(([, value]) => isText(value))) {
    const first = total.fields++ % EVERY
    test(`${field} of ${route} is kept as it was sent, or refused`, async () => {
      const [method = '', path = ''] = route.split(' ')
      const strings = NAUGHTY_STRINGS.filter((_, index) => index % EVERY === first)
      let { send } = await office()
      for (const text of strings) {
        const body = JSON.stringify({ ...good, [field]: Array.isArray(value) ? [text] : text })
        let response = await send(method, path, body)
        // Taken already, or enough for one hour: in an office that is new it is neither.
        if (response.status === 409 || response.status === 429) {
          ;({ send } = await office())
          response = await send(method, path, body)
        }
        const answer = await response.json()
        const { status } = response
        total.sent += 1
        if (status >= 500 && !(status === 503 && mayBeUnavailable(route))) total['5xx'] += 1
        expect([text, total['5xx']]).toEqual([text, 0])
        if (status < 300 && Object.hasOwn(answer, field) && !REWRITTEN.has(field)) {
          total.kept += 1
          const sent = Array.isArray(value) ? cleanTags([text]) : text
          expect([sent, typeof sent === 'string' ? sent.trim() : sent]).toContainEqual(answer[field])
        } else if (status >= 300) {
          expect(answer).toMatchObject({ message: expect.any(String), code: expect.any(String) })
        }
      }
    })
  }
}
