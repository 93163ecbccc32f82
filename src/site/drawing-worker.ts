/** The thread of createDrawing: answers each job with its text, or with the reason for which there is none. */
import { drawText } from './draw-text.ts'
import type { TextJob } from './drawing-job.ts'
import type { Drawn } from './drawing-thread.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<TextJob>) => {
  self.postMessage(answerTo(data))
  // A long text leaves fifty megabytes behind, which the engine would add up.
  Bun.gc(true)
}

function answerTo(job: TextJob): Drawn {
  try {
    return { text: drawText(job) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'unknown error' }
  }
}
