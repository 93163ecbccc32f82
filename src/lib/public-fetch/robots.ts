import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { breathe } from '#src/lib/breathe.ts'
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
    const rules = kept.get(url.origin) ?? (await rulesOf(await load(source, addresses, signal), token))
    if (typeof rules !== 'string') return rules
    kept.set(url.origin, rules)
    return judge(url, rules, { source, token })
  }

  return { objection }
}

async function rulesOf(answer: RobotsAnswer | Failure, token: string): Promise<string | Failure> {
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
  if (body.byteLength < ROBOTS_BYTES) return text
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'), 0))
}

/** Lines are read in slices, so that a large text makes nobody else wait. */
const LINES_AT_ONCE = 2_000

/** Lines as Google's parser reads them: without the colon and misspelled, too. */
const LINE =
  /^\s*(?:(user[- ]?agent)|(allow)|disallow|dissallow|dissalow|disalow|diasllow|disallaw)(?:\s*:|\s)([^#]*)/i

/** A name ends with the first sign that no name has: a version or more words may follow (RFC 9309, 2.2.1). */
const NAME = /^(?:\*(?!\S)|[a-z_-]+)/i

/**
 * The rules that apply to `token`, a line each: those of all groups that name it, else those of the groups for everyone.
 * The parser alone would copy every rule to every name above it, which 500 kB can make billions, let a line of another
 * kind tear a group apart, and take a group without a rule for the page for no group.
 */
export async function rulesFor(token: string, text: string): Promise<string> {
  const named = { [token.toLowerCase()]: new Set<string>(), '*': new Set<string>() }
  let isNamed = false
  let group = new Set<string>()
  let isNaming = false
  for (const [index, line] of text.split(/[\r\n]+/).entries()) {
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await breathe()
    const found = LINE.exec(line)
    if (!found) continue
    const [, agent, allow, rest = ''] = found
    if (agent === undefined) {
      isNaming = false
      for (const name of group) named[name]?.add(`${allow ? 'allow' : 'disallow'}:${rest.trim()}`)
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

/** About a twentieth of a second. Only a text made to be slow needs more. */
const MOST_STEPS = 20_000_000

/** Addresses keep them as they are; the parser encodes them in rules. */
const KEPT_SIGNS = /[[\]|^]/g

/** What it takes to read a line, in steps of matching. */
const STEPS_TO_READ = 1_000

function judge(url: URL, rules: string, { source, token }: { source: URL; token: string }): Failure | null {
  const path = (url.pathname + url.search).replace(KEPT_SIGNS, encodeURIComponent)
  const lines = rules.split('\n').filter((line) => mayMatch(line, path))
  const steps = lines.reduce((sum, line) => sum + stepsOf(line, path), 0)
  if (steps > MOST_STEPS) return ROBOTS_UNREADABLE
  const address = url.origin + path
  return robotsParser(source.href, ['user-agent:*', ...lines].join('\n')).isAllowed(address, token) === false
    ? ROBOTS_DISALLOW
    : null
}

/** Tells cheaply of most rules that they can't: the parser takes its time for each. */
function mayMatch(line: string, path: string): boolean {
  const [, start] = /^(?:allow|disallow):([\w/.-]*)/.exec(line) ?? []
  return start === undefined || path.startsWith(start)
}

/** Behind a wildcard, each sign of a rule may have to be tried at each of the path. */
const stepsOf = (line: string, path: string) =>
  STEPS_TO_READ + path.length * (line.lastIndexOf('*') > line.indexOf(':') ? line.length : 1)
