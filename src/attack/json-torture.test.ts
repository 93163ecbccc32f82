import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { shortOrLong, tellFigures } from '#src/testing/attack.ts'
import { jsonRoutes, mayBeUnavailable, office } from '#src/testing/json-routes.ts'

const CASES = shortOrLong(40, 2_000)
/** An app is made anew now and then: what is stored would make it slow, and limits would answer for the routes. */
const CASES_OF_ONE_APP = 100

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

/** Good bodies with one or two fields replaced by anything at all, or with strange ones added. */
const damaged = (good: object) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(good)), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 2 }),
      fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    )
    .map(([fields, more]) => JSON.stringify({ ...good, ...fields, ...more }))

/** Good bodies as text, cut off or with a sign changed. */
const broken = (good: object) => {
  const text = JSON.stringify(good)
  return fc
    .tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 2, unit: 'binary' }))
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
    fc.json({ stringUnit: 'binary' }),
    fc.constantFrom(...SPECIAL),
  )

const routes = await jsonRoutes()
const total = { cases: 0, '5xx': 0 }

afterAll(() => tellFigures(`JSON torture of ${routes.length} routes`, total))

for (const [route, good] of routes) {
  test(`${route} takes or refuses whatever JSON comes, and never fails`, async () => {
    const [method = '', path = ''] = route.split(' ')
    let { send } = await office()
    let sent = 0
    await fc.assert(
      fc.asyncProperty(cases(good), async (text) => {
        sent += 1
        if (sent % CASES_OF_ONE_APP === 0) ({ send } = await office())
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
