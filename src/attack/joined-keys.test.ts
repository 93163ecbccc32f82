import { expect, test } from 'bun:test'
import { createRowMapper } from '#src/keywords/row-mapper.ts'
import { testApp } from '#src/testing/test-app.ts'

const PROXY = '10.0.0.1'
const HOSTS = [undefined, 'null', 'undefined', 'two.test', 'null, two.test', '[::1]']
const SCHEMES = [undefined, 'null', 'http', 'https']

test('each forwarded host and scheme gets the page with its own origin', async () => {
  const app = await testApp({ settings: { trustProxy: [PROXY] } })
  for (let round = 0; round < 3; round++) {
    for (const host of HOSTS) {
      for (const scheme of SCHEMES) {
        const headers = {
          host: 'one.test',
          ...(host === undefined ? {} : { 'x-forwarded-host': host }),
          ...(scheme === undefined ? {} : { 'x-forwarded-proto': scheme }),
        }
        const page = await (await app.call('/about', { from: PROXY, headers })).text()
        const origin = `${scheme === 'https' ? 'https' : 'http'}://${host?.split(', ').at(-1) ?? 'one.test'}`
        expect(/<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]).toBe(`${origin}/about`)
      }
    }
  }
})

test('a line break in a column name is not two columns', () => {
  const mapRow = createRowMapper()
  mapRow({ keyword: 'a', 'note\nposition': 1 })
  expect(mapRow({ keyword: 'b', note: 'x', position: 2 })).toMatchObject({ keyword: 'b', position: 2 })
})
