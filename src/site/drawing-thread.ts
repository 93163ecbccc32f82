import pLimit from 'p-limit'
import { unavailable } from '#src/errors.ts'
import { contentLength, type Drawing, type DrawingJob, drawHere } from './drawing.tsx'

/** What the thread answers. */
export type Drawn = { html: string } | { reason: string }

type Options = { patienceMs?: number; idleMs?: number; startThread?: () => Worker }

/** Drawing this much takes about 40 ms, and a thread takes longer than that to start. */
const LONG_CHARACTERS = 20_000
/** The longest post takes a second or two on a machine that has nothing else to do. */
const PATIENCE_MS = 30_000
const IDLE_MS = 5_000

const startDrawingThread = () => new Worker(new URL('./drawing-worker.ts', import.meta.url))

/** Draws long posts in a thread of their own, one at a time. It starts with the first of them and ends when idle. */
export function createDrawing({
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
  startThread = startDrawingThread,
}: Options = {}): { draw: Drawing } & Disposable {
  const oneAtATime = pLimit(1)
  let worker: Worker | undefined
  let idle: Timer | undefined

  const end = () => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  async function drawThere(job: DrawingJob): Promise<string> {
    clearTimeout(idle)
    const thread = worker ?? startThread()
    worker = thread
    const drawn = Promise.withResolvers<Drawn>()
    const giveUp = (error: Error) => {
      // A thread that was ended says so later, when the next one may be at work.
      if (worker === thread) end()
      drawn.reject(error)
    }
    const lose = () => giveUp(new Error('the drawing thread ended'))
    const patience = setTimeout(() => giveUp(unavailable('The page takes too long to draw.')), patienceMs)
    thread.onmessage = ({ data }: MessageEvent<Drawn>) => drawn.resolve(data)
    thread.onerror = (event) => {
      event.preventDefault()
      giveUp(new Error(event.message))
    }
    thread.addEventListener('close', lose)
    thread.postMessage(job)
    try {
      const answer = await drawn.promise
      if ('reason' in answer) throw new Error(`the page was not drawn: ${answer.reason}`)
      return answer.html
    } finally {
      clearTimeout(patience)
      thread.removeEventListener('close', lose)
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    draw: (job) => (contentLength(job) < LONG_CHARACTERS ? drawHere(job) : oneAtATime(drawThere, job)),
    [Symbol.dispose]: end,
  }
}
