import type { Preloaded } from '#domain/site.ts'
import { unavailable } from '#src/errors.ts'
import { createJobThread } from '#src/lib/job-thread.ts'
import { contentLength, type Render, type RenderJob, type TextJob } from './render-job.ts'

export type RenderOutcome = { text: string } | { reason: string }

type Options = { timeoutMs?: number; idleMs?: number; startThread?: () => Worker }

/** Rendering this much takes about 40 ms, as long as starting a worker. */
const WORKER_TEXT_MIN = 20_000
/** The longest post takes one or two seconds. */
export const RENDER_TIMEOUT_MS = 30_000
const IDLE_MS = 5_000

/** Uses a small heap, because a large one would retain the garbage of the longest post. */
const startRenderWorker = () => new Worker(new URL('./render-worker.ts', import.meta.url), { smol: true })

/** Renders long texts in a worker, one at a time, and everything else in this thread. */
export function createRenderThread({
  timeoutMs = RENDER_TIMEOUT_MS,
  idleMs = IDLE_MS,
  startThread = startRenderWorker,
}: Options = {}): { render: Render } & Disposable {
  const thread = createJobThread<TextJob, RenderOutcome>({ startThread, timeoutMs, idleMs })

  async function renderInWorker(job: TextJob): Promise<string> {
    const outcome = await thread.run(job)
    if (outcome.kind === 'slow') throw unavailable('The page takes too long to render.')
    if (outcome.kind !== 'answer') {
      throw (outcome.kind === 'broken' && outcome.error) || new Error('the rendering thread exited')
    }
    const { answer } = outcome
    if ('reason' in answer) throw new Error(`the page was not rendered: ${answer.reason}`)
    // A few large objects don't trigger the garbage collector.
    Bun.gc(false)
    return answer.text
  }

  async function renderShown(job: RenderJob): Promise<RenderJob> {
    if (job.kind !== 'page' || !job.shown) return job
    const preloaded: Preloaded = JSON.parse(await renderInWorker({ kind: 'shown', shown: job.shown }))
    return { ...job, page: { ...job.page, preloaded }, shown: undefined }
  }

  return {
    render: async (job) => {
      const isLong = contentLength(job) >= WORKER_TEXT_MIN
      if (isLong && job.kind !== 'page') return renderInWorker(job)
      // Loaded lazily, for a fast startup.
      const { runRenderJob } = await import('./run-render-job.tsx')
      return runRenderJob(isLong ? await renderShown(job) : job)
    },
    [Symbol.dispose]: () => thread[Symbol.dispose](),
  }
}
