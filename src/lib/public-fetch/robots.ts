import { LRUCache } from 'lru-cache'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import {
  BAD_CERTIFICATE,
  CANCELED,
  type Failure,
  isFailure,
  NO_CONNECTION,
  NOT_FOUND,
  ROBOTS_DISALLOW,
  ROBOTS_UNREADABLE,
  TIMED_OUT,
  TOO_MANY_REDIRECTS,
} from './failures.ts'

type RobotsResponse = { status: number; body: Uint8Array }

type Options = {
  token: string
  load: (url: URL, addresses: string[], signal: AbortSignal) => Promise<RobotsResponse | Failure>
}

/** The minimum to parse under RFC 9309 (2.5). */
export const ROBOTS_BYTES = 500 * 1024

const CACHE_MINUTES = 10
const CACHE_CHARACTERS_MAX = 4 * 1024 * 1024

const SITE_FAILURES: Failure[] = [NO_CONNECTION, NOT_FOUND, BAD_CERTIFICATE, TIMED_OUT, CANCELED]

/** RFC 9309: 4xx or a redirect loop allows everything, 5xx or no connection nothing. Cached for ten minutes. */
export function createRobots({ token, load }: Options) {
  const kept = new LRUCache<string, string>({
    ttl: CACHE_MINUTES * 60_000,
    maxSize: CACHE_CHARACTERS_MAX,
    sizeCalculation: (rules, origin) => origin.length + rules.length,
  })

  async function check(url: URL, addresses: string[], signal: AbortSignal): Promise<Failure | null> {
    const source = new URL('/robots.txt', url)
    const rules = kept.get(url.origin) ?? (await rulesOf(await load(source, addresses, signal), token))
    if (typeof rules !== 'string') return rules
    kept.set(url.origin, rules)
    return isAllowed(url, rules) ? null : ROBOTS_DISALLOW
  }

  return { check }
}

async function rulesOf(response: RobotsResponse | Failure, token: string): Promise<string | Failure> {
  if (isFailure(response)) {
    if (response === TOO_MANY_REDIRECTS) return ''
    return SITE_FAILURES.includes(response) ? response : ROBOTS_UNREADABLE
  }
  const { status, body } = response
  if (status >= 500) return ROBOTS_UNREADABLE
  return status >= 200 && status < 300 ? rulesFor(token, wholeLines(body)) : ''
}

/** A truncated file's last line may be incomplete. */
function wholeLines(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, ROBOTS_BYTES))
  if (body.byteLength < ROBOTS_BYTES) return text
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'), 0))
}

const LINES_AT_ONCE = 2_000

/** Accepts missing colons and misspellings, as Google's parser does. */
const LINE =
  /^\s*(?:(user[- ]?agent)|(allow)|disallow|dissallow|dissalow|disalow|diasllow|disallaw)(?:\s*:|\s)([^#]*)/i

/** A product token ends at the first other character (RFC 9309, 2.2.1). */
const NAME = /^(?:\*(?!\S)|[a-z_-]+)/i

/** Rules of all groups that name `token`, else those of '*', each once: `-/path` or `+/path`. */
export async function rulesFor(token: string, text: string): Promise<string> {
  const named = { [token.toLowerCase()]: new Set<string>(), '*': new Set<string>() }
  let isNamed = false
  let group = new Set<string>()
  let isNaming = false
  for (const [index, line] of text.split(/[\r\n]+/).entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await yieldToEventLoop()
    const found = LINE.exec(line)
    if (!found) continue
    const [, agent, allow, rest = ''] = found
    if (agent === undefined) {
      isNaming = false
      for (const name of group) named[name]?.add(`${allow ? '+' : '-'}${encode(rest.trim())}`)
      continue
    }
    if (!isNaming) group = new Set()
    isNaming = true
    const [name = ''] = NAME.exec(rest.trim().toLowerCase()) ?? []
    if (!Object.hasOwn(named, name)) continue
    group.add(name)
    isNamed ||= name !== '*'
  }
  return [...(named[isNamed ? token.toLowerCase() : '*'] ?? [])].join('\n')
}

/** The longest matching rule wins; of two, the one that allows (RFC 9309, 2.2.2). An empty rule matches nothing. */
function isAllowed({ pathname, search }: URL, rules: string): boolean {
  const path = encode(pathname + search)
  let longest = '+'
  for (const rule of rules.split('\n')) {
    const isStronger = rule.length > longest.length || (rule.length === longest.length && rule[0] === '+')
    if (isStronger && rule.length > 1 && matches(rule.slice(1), path)) longest = rule
  }
  return longest[0] === '+'
}

function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  const end = isWhole ? parts.pop() : ''
  if (end === undefined) return path === start
  let at = start.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - end.length >= at && path.endsWith(end)
}

/** Rules may contain any character, percent-encoded or not. Letters and digits are the same either way (RFC 9309, 2.2.2). */
const encode = (path: string) =>
  encodeURI(path)
    .replaceAll('%25', '%')
    .replaceAll(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
