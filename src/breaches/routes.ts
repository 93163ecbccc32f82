import { Elysia } from 'elysia'
import pLimit from 'p-limit'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import { BreachQuery, BreachRange } from '#domain/breaches.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'

const PER_NETWORK = { attempts: 30, seconds: 60 }
/** Limits a client that has many adjacent networks. */
const PER_WIDE_NETWORK = { attempts: 120, seconds: 60 }
/** For all clients together: the service is free and shared. */
const FOR_ALL = { attempts: 600, seconds: 60 }
const CONCURRENCY = 8
const WAITING_MAX = 32

/** Empty unless enabled. */
export function breachRoutes({ config, breachRelay }: Pick<Deps, 'config' | 'breachRelay'>, access: Access) {
  if (config.breachCheck === 'off') return []

  const perNetwork = createRateLimit(PER_NETWORK)
  const perWideNetwork = createRateLimit(PER_WIDE_NETWORK)
  const forAll = createRateLimit(FOR_ALL)
  const limit = pLimit(CONCURRENCY)

  return new Elysia().use(access).post(
    BREACH_CHECK_PATH,
    async ({ call, body: { prefix } }) => {
      await perNetwork.take(networkOf(call.address))
      await perWideNetwork.take(wideNetworkOf(call.address))
      await forAll.take('all')
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
