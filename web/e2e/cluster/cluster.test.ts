import { expect, test } from 'bun:test'
import { loadavg } from 'node:os'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { isNginxAvailable } from '#src/testing/nginx.ts'
import { isSqldAvailable } from '#src/testing/sqld.ts'
import { until } from '#src/testing/time-limits.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { expectImmediateRevocation, untilVisibleEverywhere } from './consistency.ts'
import { PAGE, startSite, watchUpdates } from './daily-updates.ts'
import { type Bounds, endDay, expectClosedOnce, findMidnight } from './day-end.ts'
import { type Fault, faultsOf } from './faults.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { keepLoad } from './load.ts'
import { countErrors } from './log-errors.ts'
import { countLostWrites } from './lost-writes.ts'
import { printState } from './print-state.ts'
import { sendRequest } from './request.ts'
import { setUpAtOnce } from './setup.ts'
import { withTimeLimit } from './time-limit.ts'

const ROUNDS = shortOrLong(1, 2)
/** Minimum time between the starts of two faults. */
const EVERY_MS = shortOrLong(0, 50_000)
/** Responses during a fault. */
const RESPONSES = shortOrLong(20, 1_000)
const ROWS_OF_FILE = shortOrLong(200, 290_000)
const PAUSES = {
  visit: shortOrLong(100, 20),
  event: shortOrLong(120, 30),
  post: shortOrLong(400, 100),
  message: 700,
  signIn: shortOrLong(2_000, 900),
  file: shortOrLong(1_000, 20_000),
  analysis: shortOrLong(60_000, 8_000),
}
/** Takes a minute, because another instance has to take over a killed one's work. */
const RUNS_DAILY_UPDATES = shortOrLong(false, true)

test.if(isSqldAvailable && isNginxAvailable)(
  'three instances lose and duplicate nothing while parts of the cluster fail, and recover automatically',
  async () => {
    const midnight = findMidnight()
    await using cluster = await startCluster(midnight)
    await using site = await startSite()
    const page = `${site.url}${PAGE}`
    const account = await setUpAtOnce(cluster)
    const { token } = account
    const updates = await watchUpdates(cluster, token, page)

    const ledger = createLedger()
    const over = new AbortController()
    const load = keepLoad({
      url: cluster.url,
      ledger,
      account,
      site: page,
      pauses: PAUSES,
      rowsOfFile: ROWS_OF_FILE,
      over: over.signal,
    })
    const faults = faultsOf(cluster)
    const seen: number[] = []
    let ended: Bounds | null = null
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        for (const fault of faults) {
          const next = Bun.sleep(EVERY_MS)
          if (fault.movesClock && cluster.clocks.isPossible) ended ??= await endDay(cluster, midnight.at)
          if (RUNS_DAILY_UPDATES) await updates.passDay()
          await injectFault(cluster, ledger, fault)
          seen.push(await withTimeLimit('a post on all instances', untilVisibleEverywhere(cluster, token)))
          await withTimeLimit(
            'revocation on all instances',
            expectImmediateRevocation(cluster, account.username),
          )
          await next
        }
      }
    } catch (error) {
      await printState(cluster)
      throw error
    } finally {
      over.abort()
      await withTimeLimit('waiting for the last responses', load)
      const log = cluster.instances.map(({ output }) => output()).join('\n')
      for (const [error, times] of countErrors(log))
        printFigures('Cluster, logged errors', { [error]: times })
    }

    const found = await countLostWrites(cluster, ledger)
    for (const { kind, lost, duplicate } of found) {
      const { acknowledged, buffered, unknown } = ledger.marksOf(kind)
      printFigures(`Cluster, ${kind}`, {
        acknowledged: acknowledged.length,
        'buffered in memory': buffered.length,
        'without a response': unknown.length,
        lost,
        duplicate,
      })
    }
    await updates.passDay()
    const due = await updates.expectOnce()
    if (ended) await expectClosedOnce(cluster, ended)
    printFigures('Cluster', {
      'acknowledged writes': ledger.acknowledged(),
      'daily updates': due,
      'ms until a post was visible everywhere, at most': Math.round(Math.max(...seen)),
      'load average': loadavg()[0]?.toFixed(1) ?? '',
      ...Object.fromEntries([...ledger.statuses].sort()),
    })
    expect(found).toEqual(found.map(({ kind }) => ({ kind, lost: 0, duplicate: 0 })))
    expect([...ledger.statuses.keys()].filter((outcome) => / 40[13]$/.test(outcome))).toEqual([])
    for (const { output } of cluster.instances) expect(output()).not.toContain('crashed')
  },
)

/** Between polls, to leave processor time for the recovery. */
const POLL_MS = 50

/** Injects a fault and waits for recovery. */
async function injectFault(cluster: Cluster, ledger: Ledger, fault: Fault): Promise<void> {
  const began = performance.now()
  await withTimeLimit(`starting: ${fault.name}`, fault.begin())
  const responses = ledger.countResponses()
  await until(`${RESPONSES} responses`, () => ledger.countResponses() >= responses + RESPONSES)
  await withTimeLimit(`ending: ${fault.name}`, fault.end())
  const ended = performance.now()
  await untilRecovered(cluster)
  const whole = performance.now()
  printFigures(`Cluster, ${fault.name}`, {
    'ms of fault': Math.round(ended - began),
    'ms without an acknowledged write': Math.round(ledger.longestGap(began, whole)),
    'ms to recover': Math.round(whole - ended),
  })
}

/** Resolves when all instances are ready and accept writes, also through nginx. */
async function untilRecovered({ url, instances }: Cluster): Promise<void> {
  const origins = [url, ...instances.map((instance) => instance.url)]
  const check = async () => {
    const answers = origins.flatMap((origin) => [
      sendRequest(`${origin}/readyz`),
      sendRequest(`${origin}/api/track/password-checked`, { json: { strength: 50 } }),
    ])
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  await until(`${origins.join(', ')} are ready and accept writes`, async () => {
    await Bun.sleep(POLL_MS)
    return (await check()).every((status) => status === 200)
  })
}
