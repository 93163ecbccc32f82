import { expect, test } from 'bun:test'
import { drawHere } from './drawing.tsx'
import type { DrawingJob } from './drawing-job.ts'
import { createDrawing } from './drawing-thread.ts'

const long = (text: string): DrawingJob => ({
  kind: 'content',
  content: `${text}\n\n${'**bold** words\n'.repeat(2_000)}`,
  base: 'https://example.com/blog/long',
})

test('a long text is drawn in another thread, as it would be here', async () => {
  let started = 0
  using drawing = createDrawing({
    startThread: () => {
      started += 1
      return new Worker(new URL('./drawing-worker.ts', import.meta.url))
    },
  })
  expect(await drawing.draw({ kind: 'content', content: 'short', base: '' })).toContain('short')
  expect(started).toBe(0)
  const jobs = ['one', 'two', 'three'].map(long)
  expect(await Promise.all(jobs.map(drawing.draw))).toEqual(await Promise.all(jobs.map(drawHere)))
  expect(started).toBe(1)
})

test('a thread that ends fails its text and is replaced for the next', async () => {
  let started = 0
  using drawing = createDrawing({
    startThread: () => {
      started += 1
      const source = started === 1 ? 'onmessage = () => process.exit()' : null
      return source === null
        ? new Worker(new URL('./drawing-worker.ts', import.meta.url))
        : new Worker(URL.createObjectURL(new Blob([source])))
    },
  })
  expect(drawing.draw(long('first'))).rejects.toThrow('the drawing thread ended')
  expect(await drawing.draw(long('second'))).toContain('second')
  expect(started).toBe(2)
})

test('a text that takes too long is given up', async () => {
  using drawing = createDrawing({
    patienceMs: 1,
    startThread: () => new Worker(URL.createObjectURL(new Blob(['onmessage = () => undefined']))),
  })
  expect(drawing.draw(long('first'))).rejects.toMatchObject({ code: 'unavailable' })
})
