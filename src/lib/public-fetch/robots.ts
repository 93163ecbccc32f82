import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import {
  BAD_CERTIFICATE,
  CANCELLED,
  type Failure,
  isFailure,
  NO_CONNECTION,
  NOT_FOUND,
  ROBOTS_DISALLOW,
  ROBOTS_UNREADABLE,
  TIMED_OUT,
  TOO_MANY_REDIRECTS,
} from './failures.ts'

/** What an origin's /robots.txt answered, unpacked. */
export type RobotsAnswer = { status: number; body: Uint8Array }

type Options = {
  /** The name that rules may be addressed to. */
  token: string
  /** Fetches a robots.txt, at most `ROBOTS_BYTES` of it; `addresses` are those of its host. */
  load: (url: URL, addresses: string[], signal: AbortSignal) => Promise<RobotsAnswer | Failure>
}

/** As much as RFC 9309 (2.5) demands to be heeded; the rest is not read. */
export const ROBOTS_BYTES = 500 * 1024

const KEPT_MINUTES = 10
const KEPT_CHARACTERS = 4 * 1024 * 1024

/** They tell of the website itself, not of its robots.txt. */
const OF_THE_SITE: Failure[] = [NO_CONNECTION, NOT_FOUND, BAD_CERTIFICATE, TIMED_OUT, CANCELLED]

/**
 * Asks each origin's robots.txt as RFC 9309 says: without one (any 4xx, or redirects without end) all is allowed, and
 * where it can't be read (5xx, no connection) nothing is. What was read is kept for ten minutes.
 */
export function createRobots({ token, load }: Options) {
  const kept = new LRUCache<string, string>({
    ttl: KEPT_MINUTES * 60_000,
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (rules, origin) => origin.length + rules.length,
  })

  /** Why a page may not be read; null when it may. */
  async function objection(url: URL, addresses: string[], signal: AbortSignal): Promise<Failure | null> {
    const source = new URL('/robots.txt', url)
    const rules = kept.get(url.origin) ?? rulesOf(await load(source, addresses, signal), token)
    if (typeof rules !== 'string') return rules
    kept.set(url.origin, rules)
    return judge(url, rules, { source, token })
  }

  return { objection }
}

function rulesOf(answer: RobotsAnswer | Failure, token: string): string | Failure {
  if (isFailure(answer)) {
    if (answer === TOO_MANY_REDIRECTS) return ''
    return OF_THE_SITE.includes(answer) ? answer : ROBOTS_UNREADABLE
  }
  const { status, body } = answer
  if (status >= 500) return ROBOTS_UNREADABLE
  return status >= 200 && status < 300 ? rulesFor(token, wholeLines(body)) : ''
}

/** Of a text that was cut, the last line may say half of what was meant. */
function wholeLines(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES))
  return body.byteLength < ROBOTS_BYTES ? text : text.slice(0, text.search(/[^\r\n]*$/))
}

/**
 * The lines that concern `token`, each group's names told once. The parser alone would copy every rule to every name
 * above it, which 500 kB can make billions, and let a line of another kind tear a group apart.
 */
export function rulesFor(token: string, text: string): string {
  const lines: string[] = []
  let named = new Set<string>()
  let isNaming = false
  for (const line of text.split(/[\r\n]+/)) {
    const [, key = '', value = ''] = /^\s*(user-agent|allow|disallow)\s*:([^#]*)/i.exec(line) ?? []
    if (key === '') continue
    if (key.toLowerCase() !== 'user-agent') {
      isNaming = false
      if (named.size > 0) lines.push(`${key}:${value.trim()}`)
      continue
    }
    if (!isNaming) named = new Set()
    isNaming = true
    const name = value.trim().split('/', 1)[0]?.trim().toLowerCase() ?? ''
    if ((name !== '*' && name !== token.toLowerCase()) || named.has(name)) continue
    named.add(name)
    lines.push(`user-agent:${name}`)
  }
  return lines.join('\n')
}

/** Wildcards are tried at every character of the path: only a text made to be slow needs more steps than this. */
const MOST_STEPS = 10_000_000

function judge(url: URL, rules: string, { source, token }: { source: URL; token: string }): Failure | null {
  const wildcards = rules.split('\n').filter((line) => line.lastIndexOf('*') > line.indexOf(':'))
  const steps = wildcards.join('').length * (url.pathname.length + url.search.length)
  if (steps > MOST_STEPS) return ROBOTS_UNREADABLE
  return robotsParser(source.href, rules).isAllowed(url.href, token) === false ? ROBOTS_DISALLOW : null
}
