import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createRefresh, DELAY_MAX_MS, QUIET_MS } from './refresh.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** Counts refetches by key; they end on request. */
function refreshing() {
  const fetched: string[] = []
  const ends: (() => void)[] = []
  const refresh = createRefresh({
    invalidateQueries: async ({ queryKey }: { queryKey?: readonly unknown[] } = {}) => {
      fetched.push(String(queryKey))
      await new Promise<void>((resolve) => ends.push(resolve))
    },
  })
  return { fetched, refresh, ends }
}

test('a single change refetches at once, and so does the next one after a pause', () => {
  const { fetched, refresh } = refreshing()
  refresh(['figures'])
  expect(fetched).toEqual(['figures'])
  jest.advanceTimersByTime(QUIET_MS)
  refresh(['figures'])
  expect(fetched).toHaveLength(2)
  jest.advanceTimersByTime(DELAY_MAX_MS)
  expect(fetched).toHaveLength(2)
})

test('a burst refetches at its first change and once more when it has settled', () => {
  const { fetched, refresh } = refreshing()
  for (let change = 0; change < 5; change++) {
    refresh(['figures'])
    jest.advanceTimersByTime(QUIET_MS / 2)
  }
  expect(fetched).toHaveLength(1)
  jest.advanceTimersByTime(QUIET_MS / 2)
  expect(fetched).toHaveLength(2)
  jest.advanceTimersByTime(DELAY_MAX_MS)
  expect(fetched).toHaveLength(2)
})

test('a burst of ten seconds refetches at its start and then once a second', () => {
  const { fetched, refresh } = refreshing()
  for (let change = 0; change < 200; change++) {
    refresh(['figures'])
    jest.advanceTimersByTime(50)
  }
  expect(fetched).toHaveLength(11)
})

test('queries wait only for changes of their own', () => {
  const { fetched, refresh } = refreshing()
  for (const key of [['figures'], ['posts'], ['figures'], ['posts', '1']]) refresh(key)
  expect(fetched).toEqual(['figures', 'posts', 'posts,1'])
})

test('each change waits for a fetch that started after it', async () => {
  const { refresh, ends } = refreshing()
  const done: number[] = []
  const changes = [1, 2, 3].map(async (change) => {
    await refresh(['figures'])
    done.push(change)
  })
  ends[0]?.()
  await changes[0]
  expect(done).toEqual([1])
  jest.advanceTimersByTime(QUIET_MS)
  expect(done).toEqual([1])
  ends[1]?.()
  await Promise.all(changes)
  expect(done).toEqual([1, 2, 3])
})
