import { unavailable } from '#src/errors.ts'
import { networkOf, wideNetworkOf } from './rate-limit.ts'

/** `ofWideNetwork` keeps whoever has a thousand networks in a row from taking the places of everyone. */
export type Most = { ofNetwork: number; ofWideNetwork: number; ofEveryone: number }

const RETRY_SECONDS = 5

export type Holds = {
  /** Takes one for a client's address; what is answered gives it back. Throws AppError unavailable when none is left. */
  take(address: string): () => void
}

/** Bounds how many answers of a costly kind are under way, for one network and for all together. */
export function createHolds({ ofNetwork, ofWideNetwork, ofEveryone }: Most): Holds {
  const bounds = [
    createBound(ofNetwork, networkOf),
    createBound(ofWideNetwork, wideNetworkOf),
    createBound(ofEveryone, () => ''),
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

function createBound(most: number, keyOf: (address: string) => string) {
  const held = new Map<string, number>()
  return {
    isReached: (address: string) => (held.get(keyOf(address)) ?? 0) >= most,
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
