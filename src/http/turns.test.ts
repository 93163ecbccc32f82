import { expect, test } from 'bun:test'
import { createTurns } from './listen.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('one turn handles 1,024 requests at most, and the next ones handle the rest in order', async () => {
  const turns = createTurns()
  const begun: number[] = []
  for (let number = 0; number < 3_000; number++) void turns.take()?.then(() => begun.push(number))
  const perTurn: number[] = []
  while (begun.length < 3_000 - 1_024) {
    const before = begun.length
    await nextTurn()
    perTurn.push(begun.length - before)
  }
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(1_024)
  expect(begun).toEqual(Array.from({ length: 3_000 - 1_024 }, (_, index) => 1_024 + index))
  await nextTurn()
  expect(turns.take()).toBeNull()
})

test('a request waits for no other one while at most 512 arrive in each turn', async () => {
  const turns = createTurns()
  for (let turn = 0; turn < 20; turn++) {
    for (let number = 0; number < 512; number++) expect(turns.take()).toBeNull()
    await nextTurn()
  }
})
