import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { spellings } from '#src/testing/address-spellings.ts'
import {
  at,
  hostileEnvironment,
  NOT_PUBLIC,
  OPEN,
  PRIVATE_NAMES,
  REDIRECTS,
  redirectTo,
  startFakeInternet,
} from '#src/testing/fake-internet/fake-internet.ts'
import { callApi, PASSWORD, setUp, tokenOf } from './administration.ts'
import { startServer } from './harness.ts'

/**
 * Runs in a network namespace with its own certificate authority: analyzes non-public addresses and prints the
 * results as JSON.
 */

/** Allowed per administrator and minute. */
const STARTS = 10
const REBINDINGS = 20

const { names, reached } = await startFakeInternet()
await using server = await startServer({ env: hostileEnvironment(process.argv[2] ?? '') })
const first = await setUp(server)

// Each spelling with one address, because all combinations would take too long.
const literals = NOT_PUBLIC.flatMap((address, index) => {
  const ways = spellings(address)
  return [0, 1].flatMap((more) => ways[(2 * index + more) % ways.length]?.[1] ?? [])
})
const answers: number[] = []
for (const url of literals) {
  answers.push((await callApi(server, 'POST', `${ANALYZER_PATH}/analyze`, { url }, first)).status)
}

const urls = [
  ...Array.from({ length: REBINDINGS }, (_, n) => `${at('rebinding')}?${n}`),
  ...PRIVATE_NAMES.filter((_, index) => index % 6 === 0).map(at),
  ...[at(PRIVATE_NAMES[0] ?? ''), ...REDIRECTS.slice(0, 8)].map(redirectTo),
  ...['public', 'six', 'robots', 'none', 'silent'].map(at),
  ...['https://secure.example.org/', 'https://wrong.example.org/', 'https://secure.example.org:8443/'],
  `https://${OPEN}/`,
]
const tokens = [first]
for (let n = 1; n * STARTS < urls.length; n++) {
  const username = `helper${n}`
  const user = { username, email: `${username}@example.com`, password: PASSWORD, role: 'admin' }
  await callApi(server, 'POST', '/api/admin/users', user, first)
  tokens.push(await tokenOf(server, username))
}
for (const [index, url] of urls.entries()) {
  await callApi(server, 'POST', `${ANALYZER_PATH}/analyze`, { url }, tokens[Math.floor(index / STARTS)])
  // Parallel analyses would share the alternating DNS answers.
  if (url.startsWith(at('rebinding'))) await results()
}

async function results(): Promise<Analysis[]> {
  for (;;) {
    const { body }: { body: Analysis[] } = await callApi(
      server,
      'GET',
      `${ANALYZER_PATH}/analyses?limit=100`,
      undefined,
      first,
    )
    if (!body.some(({ status }) => status === 'pending')) return body
    await Bun.sleep(100)
  }
}

const report = {
  literals: literals.length,
  answers: Object.fromEntries(
    [...new Set(answers)].map((status) => [status, answers.filter((it) => it === status).length]),
  ),
  requested: urls.length,
  results: (await results()).map(({ url, status, errorMessage }) => ({
    url,
    outcome: errorMessage ?? status,
  })),
  timesRebound: names.timesAsked('rebinding.example.org'),
  reached,
}
export type Report = typeof report

await Bun.write(Bun.stdout, JSON.stringify(report))
await server.stop()
process.exit()
