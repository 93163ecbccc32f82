import { AD_FRAME_PATH, ANALYTICS_FRAME_PATH } from '#domain/site.ts'
import type { Connection } from '#web/lib/connection.ts'
import type { Outgoing } from '#web/lib/outgoing-requests.ts'

/** What a request reveals beyond asking for a page or file. */
type Content = 'count' | 'message' | 'hash digits' | 'password' | 'unknown'

type Meaning = { meaning: string; content?: Content }

/** Complete: what requests to these addresses reveal. */
const MEANINGS: Record<string, Meaning> = {
  '/api/track/password-generated': {
    meaning: 'Count: one password was generated, alone or as one of several',
    content: 'count',
  },
  '/api/track/password-checked': {
    meaning: 'Count: a password was checked, with its percentage',
    content: 'count',
  },
  '/api/track/page-view': {
    meaning: 'Count: which page of this site was opened',
    content: 'count',
  },
  '/api/track/feedback': { meaning: 'Count: your answer to “Was this helpful?”', content: 'count' },
  '/api/contact': { meaning: 'Your message from the contact form', content: 'message' },
  '/api/breach-check': {
    meaning: 'Known leaks: the first 5 of the 40 digits of a password’s hash',
    content: 'hash digits',
  },
  [AD_FRAME_PATH]: { meaning: 'The ad, in a separate frame' },
  [ANALYTICS_FRAME_PATH]: { meaning: 'The analytics tag, in a separate frame' },
}

const KINDS: (Meaning & { pattern: RegExp })[] = [
  { pattern: /^\/api\/blog\//, meaning: 'Blog posts to show you' },
  // Any of them may contain a password.
  { pattern: /^\/api\/admin\//, meaning: 'The admin area', content: 'password' },
  { pattern: /^\/api\//, meaning: 'Unknown request', content: 'unknown' },
  { pattern: /\.js$/, meaning: 'This site’s code' },
  { pattern: /\.css$/, meaning: 'This site’s styles' },
  { pattern: /\.(?:ico|png|svg|webp)$/, meaning: 'This site’s images' },
  { pattern: /^\//, meaning: 'Part of this site' },
]

const ELSEWHERE: Meaning = { meaning: 'A request to another site', content: 'unknown' }

export function explain({ address, isPage }: Outgoing): Meaning {
  if (isPage) return { meaning: 'This page' }
  return MEANINGS[address] ?? KINDS.find(({ pattern }) => pattern.test(address)) ?? ELSEWHERE
}

/** The status line under the generator. */
export const describeTraffic = (requests: readonly Outgoing[], connection: Connection): string =>
  `Sent so far: ${describeSent(requests)}.${HINTS[connection]}`

const HINTS: Record<Connection, string> = {
  online: '',
  kept: ' Go offline and try it.',
  offline: ' You’re offline, and it still works.',
}

/** '0 passwords sent' */
export const describePromise = (requests: readonly Outgoing[]): string =>
  `${countNoun({ count: countOf(requests, 'password'), noun: 'password' })} sent`

const countOf = (requests: readonly Outgoing[], content: Content): number =>
  requests.reduce((sum, request) => (explain(request).content === content ? sum + request.count : sum), 0)

/** '1 count, 0 passwords', plus anything else that was sent. */
export function describeSent(requests: readonly Outgoing[]): string {
  const count = (content: Content) => countOf(requests, content)
  const others = [
    { count: count('message'), noun: 'message' },
    { count: count('hash digits'), noun: 'partial hash', plural: 'partial hashes' },
    { count: count('unknown'), noun: 'unknown request' },
  ]
  return [
    { count: count('count'), noun: 'count' },
    { count: count('password'), noun: 'password' },
    ...others.filter(({ count }) => count > 0),
  ]
    .map(countNoun)
    .join(', ')
}

/** Avoids Intl: its first use takes 40 ms on a phone. */
const countNoun = ({ count, noun, plural = `${noun}s` }: { count: number; noun: string; plural?: string }) =>
  `${count < 1_000 ? count : count.toLocaleString('en')} ${count === 1 ? noun : plural}`
