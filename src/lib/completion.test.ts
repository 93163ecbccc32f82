import { expect, test } from 'bun:test'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { readCompletion } from './completion.ts'

const MB = 1024 * 1024
const filled = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length))
const delta = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] })

test.each([
  ['unreadable events', filled('data:x\n', 2 * MB), null],
  ['events without a text', filled('data:{}\n', 2 * MB), null],
  ['events of a letter each', filled(`data:${delta('a')}\n`, 4 * MB), { isCut: true, isInterrupted: false }],
])('%s are read a few at a time', async (_, body, expected) => {
  let read: unknown
  const { turns } = await measureTurns(async () => {
    read = await readCompletion(body)
  })
  expect(turns).toBeGreaterThan(5)
  expect(read).toEqual(expected && { ...expected, text: 'a'.repeat(body.split('\n').length - 1) })
})

test.each([
  ['a completion', (pad: string) => JSON.stringify({ choices: [{ message: { content: 'a' } }], pad })],
  ['an event', (pad: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: 'a' } }], pad })}`],
])('%s of more than a megabyte of JSON is not parsed', async (_, make) => {
  expect(await readCompletion(make('x'.repeat(MB / 2)))).toMatchObject({ text: 'a' })
  expect(await readCompletion(make('x'.repeat(MB)))).toBeNull()
})

test('of many choices or parts, the first ones are read', async () => {
  const parts = JSON.stringify({ choices: [{ message: { content: Array(200_000).fill('a') } }] })
  expect(await readCompletion(parts)).toMatchObject({ text: 'a'.repeat(1_000) })
  const choices = JSON.stringify({ choices: [{ message: { content: 'a' } }, ...Array(300_000).fill({})] })
  expect(await readCompletion(choices)).toMatchObject({ text: 'a' })
})
