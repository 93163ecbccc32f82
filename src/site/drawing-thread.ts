import type { Preloaded } from '#domain/site.ts'
import { unavailable } from '#src/errors.ts'
import { createJobThread } from '#src/lib/job-thread.ts'
import { contentLength, type Drawing, type DrawingJob, type TextJob } from './drawing-job.ts'

/** What the thread answers. */
export type Drawn = { text: string } | { reason: string }

type Options = { patienceMs?: number; idleMs?: number; startThread?: () => Worker }

/** Drawing this much takes about 40 ms, and a thread takes longer than that to start. */
const LONG_CHARACTERS = 20_000
/** The longest post takes a second or two on a machine that has nothing else to do. */
const PATIENCE_MS = 30_000
const IDLE_MS = 5_000

/** With a small heap: it would keep the garbage of the longest post until the thread ends. */
const startDrawingThread = () => new Worker(new URL('./drawing-worker.ts', import.meta.url), { smol: true })

/** Draws long texts in a thread of their own, one at a time; the page around one is drawn here. */
export function createDrawing({
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
  startThread = startDrawingThread,
}: Options = {}): { draw: Drawing } & Disposable {
  const thread = createJobThread<TextJob, Drawn>({ startThread, patienceMs, idleMs })

  async function drawThere(job: TextJob): Promise<string> {
    const outcome = await thread.run(job)
    if (outcome.kind === 'slow') throw unavailable('The page takes too long to draw.')
    if (outcome.kind !== 'answer') {
      throw (outcome.kind === 'broken' && outcome.error) || new Error('the drawing thread ended')
    }
    const { answer } = outcome
    if ('reason' in answer) throw new Error(`the page was not drawn: ${answer.reason}`)
    // Megabytes of text make a few large objects, which the engine would let add up.
    Bun.gc(false)
    return answer.text
  }

  async function withText(job: DrawingJob): Promise<DrawingJob> {
    if (job.kind !== 'page' || !job.shown) return job
    const preloaded: Preloaded = JSON.parse(await drawThere({ kind: 'shown', shown: job.shown }))
    return { ...job, page: { ...job.page, preloaded }, shown: undefined }
  }

  return {
    draw: async (job) => {
      const isLong = contentLength(job) >= LONG_CHARACTERS
      if (isLong && job.kind !== 'page') return drawThere(job)
      // Loaded with the first page that is drawn: the rest of a start would wait for it.
      const { drawHere } = await import('./drawing.tsx')
      return drawHere(isLong ? await withText(job) : job)
    },
    [Symbol.dispose]: () => thread[Symbol.dispose](),
  }
}
