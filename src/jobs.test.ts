import { afterEach, expect, jest, test } from 'bun:test'
import { type Job, startJobs } from './jobs.ts'
import { yieldToEventLoop } from './lib/yield-to-event-loop.ts'
import { createLog } from './log.ts'

const NEVER = '0 0 0 1 1 *'
const EVERY_SECOND = '* * * * * *'

function jobOptions() {
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => new Date(0), write: (line) => lines.push(line) })
  return { lines, options: { timeZone: 'UTC', log } }
}

afterEach(() => void jest.useRealTimers())

/** Advances the clock by one second, once jobs are scheduled. */
async function passOneSecond(): Promise<void> {
  await yieldToEventLoop()
  jest.advanceTimersByTime(1000)
}

test('a job runs on schedule', async () => {
  const { options } = jobOptions()
  let runs = 0
  const run = async () => void runs++
  jest.useFakeTimers()
  const jobs = startJobs([{ name: 'tick', cron: EVERY_SECOND, run }], options)
  expect(runs).toBe(0)
  await passOneSecond()
  expect(runs).toBe(1)
  await jobs.stop()
})

test('jobs marked for startup run immediately, others on schedule', async () => {
  const { options } = jobOptions()
  const ran: string[] = []
  const job = (name: string, atStart: boolean): Job => ({
    name,
    cron: NEVER,
    atStart,
    run: async () => void ran.push(name),
  })
  await startJobs([job('first', true), job('second', false)], options).stop()
  expect(ran).toEqual(['first'])
})

test('a failed job is logged and stays scheduled', async () => {
  const { options, lines } = jobOptions()
  let runs = 0
  const run = async () => {
    runs += 1
    throw new Error('no answer')
  }
  jest.useFakeTimers()
  const jobs = startJobs([{ name: 'ask', cron: EVERY_SECOND, atStart: true, run }], options)
  await passOneSecond()
  await jobs.stop()
  expect(runs).toBe(2)
  expect(lines[0]).toContain('"job failed"')
  expect(lines[0]).toContain('"job":"ask"')
})

test('the outcome of each job is reported', async () => {
  const { options } = jobOptions()
  const outcomes: [string, boolean][] = []
  const job = (name: string, run: () => Promise<void>): Job => ({ name, cron: NEVER, atStart: true, run })
  const onEnd = (name: string, succeeded: boolean) => void outcomes.push([name, succeeded])
  const jobs = [job('good', async () => undefined), job('bad', () => Promise.reject(new Error('no')))]
  await startJobs(jobs, { ...options, onEnd }).stop()
  expect(outcomes).toEqual([
    ['good', true],
    ['bad', false],
  ])
})

test('stopping aborts running jobs that can end early', async () => {
  const { options } = jobOptions()
  let isAborted = false
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        isAborted = true
        resolve()
      })
    })
  await startJobs([{ name: 'long', cron: NEVER, atStart: true, run }], options).stop()
  expect(isAborted).toBe(true)
})

test('stopping waits for running jobs and starts no others', async () => {
  const { options } = jobOptions()
  const work = Promise.withResolvers<void>()
  const jobs = startJobs([{ name: 'long', cron: NEVER, atStart: true, run: () => work.promise }], options)
  let isStopped = false
  const stopped = jobs.stop().then(() => {
    isStopped = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)
  work.resolve()
  await stopped
  expect(isStopped).toBe(true)
})
