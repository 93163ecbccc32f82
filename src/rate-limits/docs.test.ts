import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RATE_LIMITS as LIMITS, type RateRule } from '#domain/rate-limits.ts'

const SPANS: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' }

const within = ({ attempts, within: seconds }: RateRule & { within: number }) =>
  `${attempts} ${SPANS[seconds] ?? `in ${seconds} seconds`}`

const refill = ({ thenEvery }: { thenEvery: number }) =>
  thenEvery > 60
    ? `${3_600 / thenEvery} an hour`
    : thenEvery === 60
      ? 'one a minute'
      : `one every ${thenEvery} seconds`

const page = (name: string) =>
  readFileSync(join(import.meta.dir, `../../docs/${name}.md`), 'utf8').replaceAll(/\s+/g, ' ')

test.each([
  ['API calls', within(LIMITS.apiCalls)],
  ['Calls to the public blog API', within(LIMITS.blogApiCalls)],
  ['Previews of drafts; searches of the blog; link preview pictures', `${within(LIMITS.previews)} each`],
  ['Previews of drafts; searches of the blog; link preview pictures', `${within(LIMITS.searches)} each`],
  ['Previews of drafts; searches of the blog; link preview pictures', `${within(LIMITS.linkPictures)} each`],
  ['Counted events', within(LIMITS.events)],
  ['Leak checks', `[${within(LIMITS.leakChecks)}](customizing.md#known-leaks)`],
  [
    'Passkey sign-in challenges; passkey sign-ins',
    `${LIMITS.passkeyChallenges.attempts}; ${within(LIMITS.passkeySignIns)}`,
  ],
  ['Attempts with a password link', within(LIMITS.passwordLinks)],
  ['Attempts to create the first administrator', within(LIMITS.setups)],
  ['Messages from the contact form', within(LIMITS.messages)],
  ['Website analyses', `${within(LIMITS.analysesOfUser)} for each user`],
  ['AI calls', `${within(LIMITS.aiCallsOfUser)}, ${within(LIMITS.aiCallsOfUserInDay)} for each user`],
])('docs/api.md gives the limit of %p as %p', (what, limit) => {
  expect(page('api')).toContain(`| ${what} | ${limit} |`)
})

const { firstWait, longestWait, attempts } = LIMITS.signInsOfSourceAndName

test.each([
  [
    'Username from one network or known browser',
    attempts,
    `a wait of ${firstWait} seconds that doubles up to ${longestWait / 60} minutes`,
  ],
  ['Network or known browser', LIMITS.signInsOfSource.attempts, refill(LIMITS.signInsOfSource)],
  ['IPv6 /48', LIMITS.signInsOfWideNetwork.attempts, refill(LIMITS.signInsOfWideNetwork)],
  ['Username, passwords', LIMITS.signInsOfName.attempts, refill(LIMITS.signInsOfName)],
  ['Username, second-step codes', LIMITS.codesOfName.attempts, refill(LIMITS.codesOfName)],
])('docs/accounts.md gives the limit of sign-ins for each %p as %i, then %s', (what, count, then) => {
  expect(page('accounts').replaceAll(';', ' |')).toContain(`| ${what} | ${count} | ${then} |`)
})

test('docs/messages.md and docs/customizing.md give the limits of wide networks', () => {
  const { newMessagesOfWideNetwork, leakChecks, leakChecksOfWideNetwork, leakChecksOfAll } = LIMITS
  expect(page('messages')).toContain(`or ${newMessagesOfWideNetwork.attempts} from one wide network`)
  expect(page('customizing')).toContain(
    `Each network may ask ${leakChecks.attempts} times a minute, each wide network (an IPv4 /24 or IPv6 /48) ${leakChecksOfWideNetwork.attempts} times, and all networks together ${leakChecksOfAll.attempts} times`,
  )
})
