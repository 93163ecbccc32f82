import pLimit from 'p-limit'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import { BreachQuery, BreachRange } from '#domain/breaches.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import { type Route, route } from '#src/route.ts'

const PER_NETWORK = { attempts: 30, seconds: 60 }
/** Limits a client that has many adjacent networks. */
const PER_WIDE_NETWORK = { attempts: 120, seconds: 60 }
/** For all clients together: the service is free and shared. */
const FOR_ALL = { attempts: 600, seconds: 60 }
const CONCURRENCY = 8
const WAITING_MAX = 32

/** Empty unless enabled. */
export function breachRoutes({ config, breachRelay }: Pick<Deps, 'config' | 'breachRelay'>): Route[] {
  if (config.breachCheck === 'off') return []

  const perNetwork = createRateLimit(PER_NETWORK)
  const perWideNetwork = createRateLimit(PER_WIDE_NETWORK)
  const forAll = createRateLimit(FOR_ALL)
  const limit = pLimit(CONCURRENCY)

  return [
    route({
      method: 'POST',
      path: BREACH_CHECK_PATH,
      access: 'public',
      body: BreachQuery,
      summary: 'List hashes of leaked passwords by the first five digits of their SHA-1',
      response: BreachRange,
      handle: async ({ call, body: { prefix } }) => {
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
    }),
  ]
}
