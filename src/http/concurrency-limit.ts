import { unavailable } from '#src/errors.ts'
import { networkOf, wideNetworkOf } from './rate-limit.ts'

/** `perWideNetwork` stops one organization with many networks from taking every slot. */
export type ConcurrencyLimits = { perNetwork: number; perWideNetwork: number; total: number }

const RETRY_SECONDS = 5

export type ConcurrencyLimit = {
  take(key: string, amount?: number): () => void
}

export const createConcurrencyLimit = ({
  perNetwork,
  perWideNetwork,
  total,
}: ConcurrencyLimits): ConcurrencyLimit =>
  createLimit(
    createBound(perNetwork, networkOf),
    createBound(perWideNetwork, wideNetworkOf),
    createBound(total, () => ''),
  )

/** A key always gets up to `reserved`, because a few other keys can take the total. */
export function createAmountLimit(max: {
  perKey: number
  total: number
  reserved: number
}): ConcurrencyLimit {
  const reserved = createBound(max.reserved, (key) => key)
  const total = createBound(max.total, () => '')
  return createLimit(
    createBound(max.perKey, (key) => key),
    {
      admits: (key, amount) => reserved.admits(key, amount) || total.admits(key, amount),
      add: (key, change) => {
        reserved.add(key, change)
        total.add(key, change)
      },
    },
  )
}

function createLimit(...bounds: ReturnType<typeof createBound>[]): ConcurrencyLimit {
  return {
    take: (key, amount = 1) => {
      if (!bounds.every(({ admits }) => admits(key, amount))) throw busy()
      for (const { add } of bounds) add(key, amount)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const { add } of bounds) add(key, -amount)
      }
    },
  }
}

function createBound(max: number, keyOf: (address: string) => string) {
  const held = new Map<string, number>()
  return {
    admits: (address: string, amount: number) => (held.get(keyOf(address)) ?? 0) + amount <= max,
    add: (address: string, change: number) => {
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
