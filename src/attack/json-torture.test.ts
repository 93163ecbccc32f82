import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { jsonRoutes, mayBeUnavailable, signedInApp } from '#src/testing/json-routes.ts'

const CASES = shortOrLong(40, 2_000)
/** Starts a new app regularly: stored data slows it down, and rate limits would hide responses. */
const CASES_PER_APP = 100

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'role',
  'isActive',
  'passwordHash',
  '',
)

/** Valid bodies with fields replaced or added. */
const damaged = (good: object) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(good)), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 2 }),
      fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    )
    .map(([fields, more]) => JSON.stringify({ ...good, ...fields, ...more }))

/** Truncated or altered JSON. */
const broken = (good: object) => {
  const text = JSON.stringify(good)
  return fc
    .tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 2, unit: anyCharacter }))
    .map(([at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone))
}

const SPECIAL = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '""',
    '0',
    '-0',
    '1e999',
    'NaN',
    '[[[[[[',
    '{"a":',
    '\ufeff{}',
    '"\\ud800"',
    '{"":{}}',
  ],
  '['.repeat(5_000),
  `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
  `[${'0,'.repeat(10_000)}0]`,
]

const cases = (good: object) =>
  fc.oneof(
    damaged(good),
    broken(good),
    fc.json({ maxDepth: 6 }),
    fc.json({ stringUnit: anyCharacter }),
    fc.constantFrom(...SPECIAL),
  )

const routes = await jsonRoutes()
const total = { cases: 0, '5xx': 0 }

afterAll(() => printFigures(`JSON torture of ${routes.length} routes`, total))

for (const [route, good] of routes) {
  test(`${route} accepts or refuses any JSON without a server error`, async () => {
    const [method = '', path = ''] = route.split(' ')
    let { send } = await signedInApp()
    let sent = 0
    await fc.assert(
      fc.asyncProperty(cases(good), async (text) => {
        sent += 1
        if (sent % CASES_PER_APP === 0) ({ send } = await signedInApp())
        const { status, headers } = await send(method, path, text)
        total.cases += 1
        if (status >= 500 && !(status === 503 && mayBeUnavailable(route))) total['5xx'] += 1
        expect(total['5xx']).toBe(0)
        expect(headers.get('content-type')).toStartWith('application/json')
        expect('polluted' in {}).toBe(false)
      }),
      { numRuns: CASES },
    )
  })
}
