import { unavailable } from '#src/errors.ts'
import { networkOf } from './rate-limit.ts'

type Most = { ofNetwork: number; ofEveryone: number }

const RETRY_SECONDS = 5

export type Holds = {
  /** Takes one for a client's address; what is answered gives it back. Throws AppError unavailable when none is left. */
  take(address: string): () => void
}

/** Bounds how many answers of a costly kind are under way, for one network and for all together. */
export function createHolds({ ofNetwork, ofEveryone }: Most): Holds {
  const held = new Map<string, number>()
  let all = 0

  return {
    take: (address) => {
      const network = networkOf(address)
      const own = held.get(network) ?? 0
      if (own >= ofNetwork || all >= ofEveryone) throw busy()
      held.set(network, own + 1)
      all += 1
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        all -= 1
        const left = (held.get(network) ?? 1) - 1
        if (left > 0) held.set(network, left)
        else held.delete(network)
      }
    },
  }
}

const busy = () =>
  unavailable(`The server is busy. Please try again in ${RETRY_SECONDS} seconds.`, {
    'retry-after': String(RETRY_SECONDS),
  })
