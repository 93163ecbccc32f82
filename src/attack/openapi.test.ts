import { afterAll, expect, test } from 'bun:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { JsonSchema, nearMiss, valid } from '#src/testing/from-json-schema.ts'
import { type SignedInApp, signedInApp } from '#src/testing/json-routes.ts'

const CASES = shortOrLong(6, 200)
/** Starts a new app regularly, because stored data slows it down. */
const CASES_PER_APP = 100

const Operation = z.object({
  security: z.array(z.unknown()),
  parameters: z._default(
    z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: JsonSchema })),
    [],
  ),
  requestBody: z.optional(
    z.object({ content: z.object({ 'application/json': z.optional(z.object({ schema: JsonSchema })) }) }),
  ),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()) })),
})
type Operation = z.infer<typeof Operation>

const Described = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** Status without a provider or backup folder. */
const UNAVAILABLE = 503

/** Fields that accept anything: bad CSV rows are skipped, and one field is a honeypot. */
const LENIENT: Record<string, RegExp> = {
  'POST /api/admin/competitor-keywords/upload': /^\/csvData\//,
  'POST /api/contact': /^\/reference$/,
}

const reading = await signedInApp()
const described: unknown = await (await reading.send('GET', '/api/openapi.json')).json()
const { paths } = Described.parse(described)
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addSchema(z.record(z.string(), z.unknown()).parse(described), 'api')

function schemaAt(...keys: string[]): ValidateFunction {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  const id = `api#/${pointer.join('/')}`
  const schema = ajv.getSchema(id)
  if (!schema) throw new Error(`the description has no ${id}`)
  return schema
}

type Sent = { path: string; body: unknown }

/** Requests as described, some with one possible error. */
function requests(path: string, { parameters, requestBody }: Operation): Arbitrary<Sent> {
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const places = fc.record(Object.fromEntries(inPath.map(({ name }) => [name, place(name)])))
  const query = fc.record(
    Object.fromEntries(
      inQuery.map(({ name, schema }) => [name, fc.oneof(valid(schema), nearMiss(schema)).map(asText)]),
    ),
    { requiredKeys: [] },
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({ places, query, body: schema ? bodies(schema) : fc.constant(undefined) }).map((one) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => one.places[name] ?? '')
    const text = new URLSearchParams(JSON.parse(JSON.stringify(one.query))).toString()
    return { path: text === '' ? filled : `${filled}?${text}`, body: one.body }
  })
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** `{id}` becomes an existing id; a post has the slug 'a'. */
const place = (name: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(name === 'slug' ? 'a' : `{${name}}`) },
    { weight: 1, arbitrary: fc.constantFrom('1', '0', '-1', '999999999', 'x', '%00', 'a%2Fb', '..%2f') },
  )

function bodies(schema: JsonSchema): Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  const damaged = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .tuple(valid(schema), fc.option(nearMiss(schema.properties?.[name] ?? {}), { nil: undefined }))
        .map(([body, value]) => ({ ...z.record(z.string(), z.unknown()).parse(body), [name]: value })),
    )
  return fc.oneof({ weight: 2, arbitrary: valid(schema) }, { weight: 3, arbitrary: damaged }, fc.jsonValue())
}

const isLenient = (name: string, { errors }: ValidateFunction) =>
  (errors ?? []).some(({ instancePath }) => LENIENT[name]?.test(instancePath))

const figures = { operations: 0, calls: 0, answers: 0, refusals: 0, 'operations never answered': 0 }
afterAll(() => printFigures('OpenAPI fuzzer', figures))

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

for (const { path, method, operation } of operations) {
  const name = `${method.toUpperCase()} ${path}`
  test(`${name} accepts, refuses and responds as described`, async () => {
    const takes = operation.requestBody?.content['application/json']
      ? schemaAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema')
      : null
    const check = async (response: Response) => {
      const status = Object.hasOwn(operation.responses, response.status) ? String(response.status) : 'default'
      const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
      expect(Object.keys(operation.responses[status]?.content ?? {})).toContain(type)
      if (response.ok) expect(status).not.toBe('default')
      const text = await response.text()
      if (type !== 'application/json') return
      const answers = schemaAt('paths', path, method, 'responses', status, 'content', type, 'schema')
      expect([answers(JSON.parse(text)), answers.errors]).toEqual([true, null])
    }

    let at: SignedInApp = method === 'get' ? reading : await signedInApp()
    if (operation.security.length > 0) {
      const stranger = await at.app.call(path.replace(/\{\w+\}/g, '1'), { method: method.toUpperCase() })
      expect(stranger.status).toBe(401)
      await check(stranger)
    }
    let calls = 0
    let answers = 0
    await fc.assert(
      fc.asyncProperty(requests(path, operation), async ({ path: address, body }) => {
        calls += 1
        if (calls % CASES_PER_APP === 0) at = await signedInApp()
        const text = body === undefined ? undefined : JSON.stringify(body)
        const response = await at.send(method.toUpperCase(), address, text)
        if (response.status >= 500) expect(response.status).toBe(UNAVAILABLE)
        const mustRefuse = takes !== null && !takes(JSON.parse(text ?? 'null')) && !isLenient(name, takes)
        if (mustRefuse) expect(response.ok).toBe(false)
        answers += Number(response.ok)
        await check(response)
      }),
      { numRuns: CASES },
    )
    figures.operations += 1
    figures.calls += calls
    figures.answers += answers
    figures.refusals += calls - answers
    figures['operations never answered'] += Number(answers === 0)
  })
}
