import { expect, test } from 'bun:test'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

test('each turn of the event loop runs one slice, with any number of tasks', async () => {
  const slices: number[] = []
  let turn = 0
  let isOver = false
  const countTurns = () => {
    turn += 1
    if (!isOver) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const work = async () => {
    for (let slice = 0; slice < 3; slice++) {
      await yieldToEventLoop()
      slices.push(turn)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  isOver = true
  expect(slices.length).toBe(12)
  expect(new Set(slices).size).toBe(12)
})
