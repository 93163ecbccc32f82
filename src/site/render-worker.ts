import { runTextJob, type TextJob } from './render-text.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<TextJob>) => {
  self.postMessage(runTextJob(data))
  // A long text leaves 50 MB of garbage.
  Bun.gc(true)
}
