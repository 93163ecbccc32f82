import pLimit from 'p-limit'
import { type ConcurrencyLimits, createConcurrencyLimit } from './concurrency-limit.ts'

export function createQueue(atOnce: number, limits: ConcurrencyLimits) {
  const limit = pLimit(atOnce)
  const slots = createConcurrencyLimit(limits)
  return async <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    const release = slots.take(address)
    try {
      return await limit(work)
    } finally {
      release()
    }
  }
}
