import { unavailable } from '#src/errors.ts'
import { networkOf, wideNetworkOf } from './rate-limit.ts'

/** `perWideNetwork` stops one organization with many networks from taking every slot. */
export type ConcurrencyLimits = { perNetwork: number; perWideNetwork: number; total: number }

const RETRY_SECONDS = 5

export type ConcurrencyLimit = {
  take(address: string): () => void
}

export function createConcurrencyLimit({
  perNetwork,
  perWideNetwork,
  total,
}: ConcurrencyLimits): ConcurrencyLimit {
  const bounds = [
    createBound(perNetwork, networkOf),
    createBound(perWideNetwork, wideNetworkOf),
    createBound(total, () => ''),
  ]
  return {
    take: (address) => {
      if (bounds.some(({ isReached }) => isReached(address))) throw busy()
      for (const { add } of bounds) add(address, 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const { add } of bounds) add(address, -1)
      }
    },
  }
}

function createBound(max: number, keyOf: (address: string) => string) {
  const held = new Map<string, number>()
  return {
    isReached: (address: string) => (held.get(keyOf(address)) ?? 0) >= max,
    add: (address: string, change: 1 | -1) => {
      const key = keyOf(address)
      const count = (held.get(key) ?? 0) + change
      if (count > 0) held.set(key, count)
      else held.delete(key)
    },
  }
}

const busy = () =>
  unavailable(`The server is busy. Please try again in ${RETRY_SECONDS} seconds.`, {
    'retry-after': String(RETRY_SECONDS),
  })
