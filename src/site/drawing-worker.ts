/** The thread of createDrawing: answers each job with its HTML, or with the reason for which there is none. */
import { drawHere } from './drawing.tsx'
import type { DrawingJob } from './drawing-job.ts'
import type { Drawn } from './drawing-thread.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<DrawingJob>) => {
  const answer: Drawn = await drawHere(data).then(
    (html) => ({ html }),
    (error) => ({ reason: error instanceof Error ? error.message : 'unknown error' }),
  )
  self.postMessage(answer)
  // A long text leaves fifty megabytes behind, which the engine would add up.
  Bun.gc(true)
}
