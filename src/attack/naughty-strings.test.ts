import { afterAll, expect, test } from 'bun:test'
import { cleanTags } from '#domain/posts.ts'
import { tidyText } from '#domain/text-rules.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { jsonRoutes, mayBeUnavailable, signedInApp } from '#src/testing/json-routes.ts'
import { NAUGHTY_STRINGS } from '#src/testing/naughty-strings.ts'

/** Each field gets every n-th string, with a different offset. */
const EVERY = shortOrLong(24, 1)

/** Fields derived from the input. */
const REWRITTEN = new Set(['slug', 'url'])

/** Lines that others read. */
const TIDIED = new Set(['title', 'metaTitle', 'metaDescription', 'name', 'description', 'subject'])

const isText = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string')

const total = { fields: 0, sent: 0, kept: 0, '5xx': 0 }

afterAll(() => printFigures('Naughty strings', total))
for (const [route, good] of await jsonRoutes()) {
  for (const [field, value] of Object.entries(good).filter(([, value]) => isText(value))) {
    const first = total.fields++ % EVERY
    test(`${field} of ${route} is stored unchanged, tidied or refused`, async () => {
      const [method = '', path = ''] = route.split(' ')
      const strings = NAUGHTY_STRINGS.filter((_, index) => index % EVERY === first)
      let { send } = await signedInApp()
      for (const text of strings) {
        const body = JSON.stringify({ ...good, [field]: Array.isArray(value) ? [text] : text })
        let response = await send(method, path, body)
        // The name is taken or the rate limit reached: retry with a new app.
        if (response.status === 409 || response.status === 429) {
          ;({ send } = await signedInApp())
          response = await send(method, path, body)
        }
        const answer = await response.json()
        const { status } = response
        total.sent += 1
        if (status >= 500 && !(status === 503 && mayBeUnavailable(route))) total['5xx'] += 1
        expect([text, total['5xx']]).toEqual([text, 0])
        if (status < 300 && Object.hasOwn(answer, field) && !REWRITTEN.has(field)) {
          total.kept += 1
          const kept = TIDIED.has(field) ? [text, tidyText(text)] : [text]
          const expected = Array.isArray(value)
            ? [cleanTags([text])]
            : [...kept, ...kept.map((one) => one.trim())]
          expect(expected).toContainEqual(answer[field])
        } else if (status >= 300) {
          expect(answer).toMatchObject({ message: expect.any(String), code: expect.any(String) })
        }
      }
    })
  }
}
