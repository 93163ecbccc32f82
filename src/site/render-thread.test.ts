import { expect, test } from 'bun:test'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import type { RenderJob } from './render-job.ts'
import { createRenderThread } from './render-thread.ts'
import { runRenderJob } from './run-render-job.tsx'

const long = (text: string): RenderJob => ({
  kind: 'content',
  content: `${text}\n\n${'**bold** words\n'.repeat(2_000)}`,
  base: 'https://example.com/blog/long',
})

test('renders a long text in a worker, with the same result as here', async () => {
  let started = 0
  using renderThread = createRenderThread({
    timeoutMs: WAIT_MS,
    startThread: () => {
      started += 1
      return new Worker(new URL('./render-worker.ts', import.meta.url))
    },
  })
  expect(await renderThread.render({ kind: 'content', content: 'short', base: '' })).toContain('short')
  expect(started).toBe(0)
  const jobs = ['one', 'two', 'three'].map(long)
  expect(await Promise.all(jobs.map(renderThread.render))).toEqual(await Promise.all(jobs.map(runRenderJob)))
  expect(started).toBe(1)
})

test('a worker that exits fails its text and is replaced for the next one', async () => {
  let started = 0
  using renderThread = createRenderThread({
    timeoutMs: WAIT_MS,
    startThread: () => {
      started += 1
      const source = started === 1 ? 'onmessage = () => process.exit()' : null
      return source === null
        ? new Worker(new URL('./render-worker.ts', import.meta.url))
        : new Worker(URL.createObjectURL(new Blob([source])))
    },
  })
  expect(renderThread.render(long('first'))).rejects.toThrow('the rendering thread exited')
  expect(await renderThread.render(long('second'))).toContain('second')
  expect(started).toBe(2)
})

test('a text that takes too long is unavailable', async () => {
  using renderThread = createRenderThread({
    timeoutMs: 1,
    startThread: () => new Worker(URL.createObjectURL(new Blob(['onmessage = () => undefined']))),
  })
  expect(renderThread.render(long('first'))).rejects.toMatchObject({ code: 'unavailable' })
})
