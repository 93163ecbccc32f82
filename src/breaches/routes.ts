import { Elysia } from 'elysia'
import pLimit from 'p-limit'
import { BREACH_CHECK_PATH, BreachQuery, BreachRange } from '#domain/breaches.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { callOf } from '#src/http/call.ts'
import { describe } from '#src/http/describe.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'

const OF_NETWORK = { attempts: 30, seconds: 60 }
/** A client with many adjacent networks must not use up the budget of all. */
const OF_WIDE_NETWORK = { attempts: 120, seconds: 60 }
/** Of everyone together: the service that answers is free, and others use it. */
const OF_ALL = { attempts: 600, seconds: 60 }
const AT_ONCE = 8
const MOST_WAITING = 32

/** The relay to the leak service; there is no such route unless the operator has switched it on. */
export function breachRoutes({ config, breachRelay }: Pick<Deps, 'config' | 'breachRelay'>) {
  const routes = new Elysia()
  if (config.breachCheck === 'off') return routes

  const ofNetwork = createRateLimit(OF_NETWORK)
  const ofWideNetwork = createRateLimit(OF_WIDE_NETWORK)
  const ofAll = createRateLimit(OF_ALL)
  const limit = pLimit(AT_ONCE)

  return routes.post(
    BREACH_CHECK_PATH,
    async ({ body: { prefix }, request }) => {
      const { address } = callOf(request)
      await ofNetwork.take(networkOf(address))
      await ofWideNetwork.take(wideNetworkOf(address))
      await ofAll.take('all')
      if (limit.pendingCount >= MOST_WAITING) {
        throw unavailable('Too many checks are running. Please try again in a moment.', {
          'retry-after': '5',
        })
      }
      return await limit(() => breachRelay(prefix))
    },
    {
      body: BreachQuery,
      ...describe({
        summary: 'List the leaked passwords whose SHA-1 starts with five digits',
        answer: BreachRange,
      }),
    },
  )
}
