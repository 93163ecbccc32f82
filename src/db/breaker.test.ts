import { expect, test } from 'bun:test'
import { createBreaker } from './breaker.ts'

const DOWN = { code: 'unavailable', headers: { 'retry-after': '5' } }
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)

/** A breaker whose ticks and server are moved by hand. */
function world() {
  let tick: (() => void) | null = null
  let asked = 0
  let isAlive = false
  const breaker = createBreaker({
    ask: () => {
      asked += 1
      return isAlive ? Promise.resolve() : Promise.reject(new Error('silence'))
    },
    startTicks: (next) => {
      tick = next
      return () => {
        tick = null
      }
    },
  })
  const pass = async (ticks: number) => {
    for (let passed = 0; passed < ticks; passed++) {
      tick?.()
      await Promise.resolve()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    breaker,
    pass,
    asked: () => asked,
    isTicking: () => tick !== null,
    revive: (alive: boolean) => {
      isAlive = alive
    },
  }
}

const never = () => new Promise<never>(() => undefined)

test('calls fail after half a second of silence, and at once from then on, unsent', async () => {
  const { breaker, pass, asked } = world()
  const first = outcome(breaker.guard(never))
  const signal = breaker.signal()
  await pass(8)
  expect([breaker.isOpen(), signal.aborted, asked()]).toEqual([false, false, 1])
  const second = outcome(breaker.guard(never))
  await pass(1)
  expect(await first).toMatchObject(DOWN)
  expect(await second).toMatchObject(DOWN)
  expect([breaker.isOpen(), signal.aborted]).toEqual([true, true])
  let isSent = false
  const send = async () => {
    isSent = true
  }
  expect(await outcome(breaker.guard(send))).toMatchObject(DOWN)
  expect(isSent).toBe(false)
  expect(() => breaker.signal()).toThrow('The database does not answer')
})

test('the server is asked every second while the breaker is open, and its answer closes it', async () => {
  const { breaker, pass, asked, revive } = world()
  const failed = outcome(breaker.guard(never))
  await pass(9)
  await failed
  await pass(59)
  expect([breaker.isOpen(), asked()]).toEqual([true, 3])
  revive(true)
  await pass(1)
  expect([breaker.isOpen(), asked()]).toEqual([false, 4])
  expect(breaker.signal().aborted).toBe(false)
  expect(await breaker.guard(async () => 'answer')).toBe('answer')
})

test('a slow statement of a server that answers others is waited for', async () => {
  const { breaker, pass, asked, revive } = world()
  revive(true)
  const slow = Promise.withResolvers<string>()
  const answer = breaker.guard(() => slow.promise)
  await pass(200)
  expect(breaker.isOpen()).toBe(false)
  expect(asked()).toBeGreaterThan(10)
  slow.resolve('at last')
  expect(await answer).toBe('at last')
})

test('a call that fails by itself keeps its error, and opens nothing', async () => {
  const { breaker, pass } = world()
  const wrong = new Error('no such column')
  expect(await outcome(breaker.guard(() => Promise.reject(wrong)))).toBe(wrong)
  await pass(50)
  expect(breaker.isOpen()).toBe(false)
})

test('nothing ticks while nothing is asked, and silence before a call does not count', async () => {
  const { breaker, pass, isTicking, asked } = world()
  expect(isTicking()).toBe(false)
  await breaker.guard(async () => 'answer')
  await pass(8)
  expect([isTicking(), asked()]).toEqual([false, 0])
  const late = outcome(breaker.guard(never))
  await pass(8)
  expect(breaker.isOpen()).toBe(false)
  await pass(1)
  expect(await late).toMatchObject(DOWN)
})

test('the answer of one call is a sign of life for the others', async () => {
  const { breaker, pass } = world()
  const waiting = Promise.withResolvers<string>()
  const answer = breaker.guard(() => waiting.promise)
  for (let call = 0; call < 10; call++) {
    await pass(8)
    await breaker.guard(async () => 'answer')
  }
  expect(breaker.isOpen()).toBe(false)
  waiting.resolve('done')
  expect(await answer).toBe('done')
})
