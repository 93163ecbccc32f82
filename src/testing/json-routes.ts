import * as z from 'zod/mini'
import { ASSERTION } from './credentials.ts'
import { everyRow, GUARDED_ROUTES, NEW_USER } from './guarded-routes.ts'
import { PASSWORD } from './make-user.ts'
import { openImage } from './migrated-database.ts'
import { testApp } from './test-app.ts'

type Body = Record<string, unknown>

/** Of routes without sign-in. */
const PUBLIC_BODIES: Record<string, Body> = {
  'POST /api/track/password-generated': { type: 'single' },
  'POST /api/track/password-checked': { strength: 50 },
  'POST /api/track/page-view': { path: '/about' },
  'POST /api/track/feedback': { helpful: true },
  'POST /api/contact': { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'It works well.' },
  'POST /api/admin/login': { username: 'nobody', password: 'anything' },
  'POST /api/admin/setup': { ...NEW_USER, code: 'x' },
  'POST /api/admin/login/passkey': { credential: ASSERTION },
  'POST /api/admin/password-link/check': { link: 'x' },
  'POST /api/admin/password-link': { link: 'x', password: PASSWORD },
}

const validBody = (route: string) =>
  PUBLIC_BODIES[route] ?? GUARDED_ROUTES[route.replace(/\{(\w+)\}/g, ':$1')]?.json

/** 503 without a provider. */
const NEEDS_PROVIDER = new Set([
  'POST /api/admin/ai-generate-blog',
  'POST /api/admin/website-analyzer/ai-analysis',
])

const TakesJson = z.object({ content: z.record(z.string(), z.unknown()) })

const Described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.optional(TakesJson) }))),
})

/** Throws for routes without a valid body. */
export async function jsonRoutes(): Promise<[route: string, body: Body][]> {
  const { send } = await signedInApp()
  const { paths } = Described.parse(await (await send('GET', '/api/openapi.json')).json())
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody?.content['application/json'] === undefined ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  )
  return described.map((route) => {
    const body = validBody(route)
    if (!body) throw new Error(`missing a valid body for: ${route}`)
    return [route, body]
  })
}

export const mayBeUnavailable = (route: string) => NEEDS_PROVIDER.has(route)

export type SignedInApp = Awaited<ReturnType<typeof signedInApp>>

/** An app with one row of everything; each call uses a new client address. */
export async function signedInApp(options: Omit<Parameters<typeof testApp>[0] & {}, 'engine'> = {}) {
  const { image, authorizations, id } = await everyRow()
  const authorization = authorizations.get('super_admin') ?? ''
  const app = await testApp({ ...options, engine: openImage(image) })

  let calls = 0
  const nextAddress = () => {
    calls += 1
    return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  }
  return {
    app,
    send: (method: string, path: string, body?: string) =>
      app.call(path.replace('{id}', String(id)), {
        method,
        body,
        from: nextAddress(),
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      }),
  }
}
