import type { TextJob } from './render-job.ts'
import { renderTextJob } from './render-text-job.ts'
import type { RenderOutcome } from './render-thread.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<TextJob>) => {
  self.postMessage(renderJob(data))
  // A long text leaves 50 MB of garbage.
  Bun.gc(true)
}

function renderJob(job: TextJob): RenderOutcome {
  try {
    return { text: renderTextJob(job) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'unknown error' }
  }
}
