import pLimit from 'p-limit'
import { createHolds, type Most } from './holds.ts'

/** Does costly work in turn. Throws AppError unavailable when too much waits already, of everyone or of one network. */
export type Queue = <Result>(address: string, work: () => Promise<Result>) => Promise<Result>

/** `most` counts what waits and what is done at that moment, `atOnce` of it. */
export function createQueue(atOnce: number, most: Most): Queue {
  const inTurn = pLimit(atOnce)
  const places = createHolds(most)
  return async (address, work) => {
    const leave = places.take(address)
    try {
      return await inTurn(work)
    } finally {
      leave()
    }
  }
}
