import pLimit from 'p-limit'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import { BreachQuery, BreachRange } from '#domain/breaches.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import { type Route, route } from '#src/route.ts'

const OF_NETWORK = { attempts: 30, seconds: 60 }
/** A client with many adjacent networks must not use up the budget of all. */
const OF_WIDE_NETWORK = { attempts: 120, seconds: 60 }
/** Of everyone together: the service that answers is free, and others use it. */
const OF_ALL = { attempts: 600, seconds: 60 }
const AT_ONCE = 8
const MOST_WAITING = 32

/** The relay to the leak service; there is no such route unless the operator has switched it on. */
export function breachRoutes({ config, breachRelay }: Pick<Deps, 'config' | 'breachRelay'>): Route[] {
  if (config.breachCheck === 'off') return []

  const ofNetwork = createRateLimit(OF_NETWORK)
  const ofWideNetwork = createRateLimit(OF_WIDE_NETWORK)
  const ofAll = createRateLimit(OF_ALL)
  const limit = pLimit(AT_ONCE)

  return [
    route({
      method: 'POST',
      path: BREACH_CHECK_PATH,
      access: 'public',
      body: BreachQuery,
      summary: 'List hashes of leaked passwords by the first five digits of their SHA-1',
      answer: BreachRange,
      handle: async ({ call, body: { prefix } }) => {
        await ofNetwork.take(networkOf(call.address))
        await ofWideNetwork.take(wideNetworkOf(call.address))
        await ofAll.take('all')
        if (limit.pendingCount >= MOST_WAITING) {
          throw unavailable('Too many checks are running. Please try again in a moment.', {
            'retry-after': '5',
          })
        }
        return limit(() => breachRelay(prefix))
      },
    }),
  ]
}
