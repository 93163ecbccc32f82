import { Elysia } from 'elysia'
import pLimit from 'p-limit'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import { BreachQuery, BreachRange } from '#domain/breaches.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'

const CONCURRENCY = 8
const WAITING_MAX = 32

/** Empty unless enabled. */
export function breachRoutes({ config, breachRelay }: Pick<Deps, 'config' | 'breachRelay'>, access: Access) {
  if (config.breachCheck === 'off') return []

  const perNetwork = createRateLimit(RATE_LIMITS.leakChecks)
  const perWideNetwork = createRateLimit(RATE_LIMITS.leakChecksOfWideNetwork)
  const forAll = createRateLimit(RATE_LIMITS.leakChecksOfAll)
  const limit = pLimit(CONCURRENCY)

  return new Elysia().use(access).post(
    BREACH_CHECK_PATH,
    async ({ call, body: { prefix } }) => {
      perNetwork.take(networkOf(call.address))
      perWideNetwork.take(wideNetworkOf(call.address))
      forAll.take('all')
      if (limit.pendingCount >= WAITING_MAX) {
        throw unavailable('Too many checks are running. Please try again in a moment.', {
          'retry-after': '5',
        })
      }
      return limit(() => breachRelay(prefix))
    },
    {
      open: true,
      body: BreachQuery,
      response: answers(BreachRange),
      detail: { summary: 'List hashes of leaked passwords by the first five digits of their SHA-1' },
    },
  )
}
