import { expect, test } from 'bun:test'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createRender } from './render.ts'
import { runTextJob, type TextJob } from './render-text.ts'

const long = (text: string): TextJob => ({
  kind: 'content',
  content: `${text}\n\n${'**bold** words\n'.repeat(2_000)}`,
  base: 'https://example.com/blog/long',
})

test('renders a long text in a worker, with the same result as here', async () => {
  let started = 0
  using renderer = createRender({
    timeoutMs: WAIT_MS,
    startThread: () => {
      started += 1
      return new Worker(new URL('./render-worker.ts', import.meta.url))
    },
  })
  expect(await renderer.render({ kind: 'content', content: 'short', base: '' })).toContain('short')
  expect(started).toBe(0)
  const jobs = ['one', 'two', 'three'].map(long)
  expect(await Promise.all(jobs.map(renderer.render))).toEqual(jobs.map(runTextJob))
  expect(started).toBe(1)
})

test('a worker that exits fails its text and is replaced for the next one', async () => {
  let started = 0
  using renderer = createRender({
    timeoutMs: WAIT_MS,
    startThread: () => {
      started += 1
      const source = started === 1 ? 'onmessage = () => process.exit()' : null
      return source === null
        ? new Worker(new URL('./render-worker.ts', import.meta.url))
        : new Worker(URL.createObjectURL(new Blob([source])))
    },
  })
  expect(renderer.render(long('first'))).rejects.toThrow('the rendering thread exited')
  expect(await renderer.render(long('second'))).toContain('second')
  expect(started).toBe(2)
})

test('a text that takes too long is unavailable', async () => {
  using renderer = createRender({
    timeoutMs: 1,
    startThread: () => new Worker(URL.createObjectURL(new Blob(['onmessage = () => undefined']))),
  })
  expect(renderer.render(long('first'))).rejects.toMatchObject({ code: 'unavailable' })
})
