import { expect, test } from 'bun:test'
import { type Job, startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const NEVER = '0 0 0 1 1 *'
const EVERY_SECOND = '* * * * * *'

function surroundings() {
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => new Date(0), write: (line) => lines.push(line) })
  return { lines, about: { timeZone: 'UTC', log } }
}

test('a job runs at its time', async () => {
  const { about } = surroundings()
  const ran = Promise.withResolvers<string>()
  const jobs = startJobs([{ name: 'tick', at: EVERY_SECOND, run: async () => ran.resolve('ran') }], about)
  expect(await ran.promise).toBe('ran')
  await jobs.stop()
})

test('a job for the start runs at once, others wait for their time', async () => {
  const { about } = surroundings()
  const ran: string[] = []
  const job = (name: string, atStart: boolean): Job => ({
    name,
    at: NEVER,
    atStart,
    run: async () => void ran.push(name),
  })
  await startJobs([job('first', true), job('second', false)], about).stop()
  expect(ran).toEqual(['first'])
})

test('a job that fails is logged, and the next time it runs again', async () => {
  const { about, lines } = surroundings()
  const second = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 2) second.resolve()
    throw new Error('no answer')
  }
  const jobs = startJobs([{ name: 'ask', at: EVERY_SECOND, atStart: true, run }], about)
  await second.promise
  await jobs.stop()
  expect(lines[0]).toContain('"job failed"')
  expect(lines[0]).toContain('"job":"ask"')
})

test('whoever watches hears how each job ended', async () => {
  const { about } = surroundings()
  const heard: [string, boolean][] = []
  const job = (name: string, run: () => Promise<void>): Job => ({ name, at: NEVER, atStart: true, run })
  const ended = (name: string, isDone: boolean) => void heard.push([name, isDone])
  const jobs = [job('good', async () => undefined), job('bad', () => Promise.reject(new Error('no')))]
  await startJobs(jobs, { ...about, ended }).stop()
  expect(heard).toEqual([
    ['good', true],
    ['bad', false],
  ])
})

test('stopping waits for what runs and starts nothing more', async () => {
  const { about } = surroundings()
  const work = Promise.withResolvers<void>()
  const jobs = startJobs([{ name: 'long', at: NEVER, atStart: true, run: () => work.promise }], about)
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
