import { expect, test } from 'bun:test'
import { manualTicks } from '#src/testing/manual-ticks.ts'
import { createBreaker } from './breaker.ts'

const DOWN = { code: 'unavailable', headers: { 'retry-after': '5' } }
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error)

function testBreaker() {
  const { startTicks, tick, isTicking } = manualTicks()
  let probes = 0
  let isAlive = false
  const breaker = createBreaker({
    probe: () => {
      probes += 1
      return isAlive ? Promise.resolve() : Promise.reject(new Error('silence'))
    },
    startTicks,
  })
  const pass = async (ticks: number) => {
    for (let passed = 0; passed < ticks; passed++) {
      tick()
      await Promise.resolve()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    breaker,
    pass,
    probes: () => probes,
    isTicking,
    revive: (alive: boolean) => {
      isAlive = alive
    },
  }
}

const never = () => new Promise<never>(() => undefined)

test('opens after 450 ms without a response; then calls fail immediately without being sent', async () => {
  const { breaker, pass, probes } = testBreaker()
  const first = outcome(breaker.guard(never))
  const signal = breaker.signal()
  await pass(8)
  expect([breaker.isOpen(), signal.aborted, probes()]).toEqual([false, false, 1])
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
  expect(() => breaker.signal()).toThrow('The database is not responding')
})

test('an open breaker probes every second and closes on a response', async () => {
  const { breaker, pass, probes, revive } = testBreaker()
  const failed = outcome(breaker.guard(never))
  await pass(9)
  await failed
  await pass(59)
  expect([breaker.isOpen(), probes()]).toEqual([true, 3])
  revive(true)
  await pass(1)
  expect([breaker.isOpen(), probes()]).toEqual([false, 4])
  expect(breaker.signal().aborted).toBe(false)
  expect(await breaker.guard(async () => 'answer')).toBe('answer')
})

test("a slow statement doesn't open the breaker while other calls get responses", async () => {
  const { breaker, pass, probes, revive } = testBreaker()
  revive(true)
  const slow = Promise.withResolvers<string>()
  const answer = breaker.guard(() => slow.promise)
  await pass(200)
  expect(breaker.isOpen()).toBe(false)
  expect(probes()).toBeGreaterThan(10)
  slow.resolve('at last')
  expect(await answer).toBe('at last')
})

test("a failing call keeps its error and doesn't open the breaker", async () => {
  const { breaker, pass } = testBreaker()
  const wrong = new Error('no such column')
  expect(await outcome(breaker.guard(() => Promise.reject(wrong)))).toBe(wrong)
  await pass(50)
  expect(breaker.isOpen()).toBe(false)
})

test("the timer runs only during calls, and idle time before a call doesn't count", async () => {
  const { breaker, pass, isTicking, probes } = testBreaker()
  expect(isTicking()).toBe(false)
  await breaker.guard(async () => 'answer')
  await pass(8)
  expect([isTicking(), probes()]).toEqual([false, 0])
  const late = outcome(breaker.guard(never))
  await pass(8)
  expect(breaker.isOpen()).toBe(false)
  await pass(1)
  expect(await late).toMatchObject(DOWN)
})

test('any response resets the timeout of all calls', async () => {
  const { breaker, pass } = testBreaker()
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
