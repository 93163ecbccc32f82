import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { networkOf, type RateLimit } from '#src/http/rate-limit.ts'
import { createFirstUser, hasUsers } from '#src/users/store.ts'
import { forgetSecret, keepSecret } from './store.ts'

const CODE = 'setup-code'
const CODE_BYTES = 10

const COMPLETED = 'Setup has already been completed'

/** The code that proves someone can read the server's output; null once there is an administrator. */
export async function setupCode(db: Deps['db']): Promise<string | null> {
  return (await hasUsers(db)) ? null : keepSecret(db, CODE, randomCode)
}

export async function setupState(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
  call: Call,
): Promise<SetupState> {
  const available = !(await hasUsers(db))
  return { available, codeRequired: available && needsCode(config, request, call) }
}

/**
 * Makes the first administrator. Throws AppError forbidden once there is one, or for a stranger without the code;
 * rate_limited; unavailable when too many passwords are waiting.
 */
export async function completeSetup(
  { db, now, config, passwords }: Pick<Deps, 'db' | 'now' | 'config' | 'passwords'>,
  limit: RateLimit,
  { username, email, password, code }: SetupInput,
  request: Request,
  call: Call,
): Promise<User> {
  const expected = await setupCode(db)
  if (expected === null) throw forbidden(COMPLETED)
  await limit.take(networkOf(call.address))
  if (needsCode(config, request, call) && !isSameCode(code ?? '', expected)) {
    throw forbidden('Please enter the setup code that the server printed at its start')
  }
  const user = await createFirstUser(db, { username, email }, await passwords.hash(password), now())
  if (!user) throw forbidden(COMPLETED)
  await forgetSecret(db, CODE)
  return user
}

/**
 * A server that is told of a proxy or of a public address is asked through it, and a proxy that forwards in silence
 * looks like this machine: there the code is always needed.
 */
function needsCode({ trustProxy, siteUrl }: Deps['config'], request: Request, call: Call): boolean {
  const isPublic = siteUrl !== undefined && !isLoopbackHost(new URL(siteUrl).host)
  return isPublic || trustProxy.length > 0 || !isFromThisMachine(request, call)
}

/** A request that came through no proxy, to a loopback name, over a loopback socket, and not from another site's page. */
function isFromThisMachine({ headers }: Request, { peer, url }: Call): boolean {
  const isForwarded = [...headers.keys()].some(
    (name) => FORWARDING.has(name) || name.startsWith('x-forwarded-'),
  )
  const site = headers.get('sec-fetch-site')
  const isOtherSite = site !== null && site !== 'same-origin' && site !== 'none'
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  // A proxy that forwards in silence still passes on the address that the visitor's browser is at.
  const isOtherOrigin = origin !== null && URL.parse(origin)?.host !== host
  return (
    !isForwarded &&
    !isOtherSite &&
    !isOtherOrigin &&
    isLoopback(peer) &&
    isLoopbackHost(url.host) &&
    isLoopbackHost(host)
  )
}

/** Besides the X-Forwarded- family. */
const FORWARDING = new Set(['forwarded', 'via', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'])

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}

function isSameCode(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given.trim().toLowerCase()), digest(expected))
}

const randomCode = () => Buffer.from(crypto.getRandomValues(new Uint8Array(CODE_BYTES))).toString('hex')
