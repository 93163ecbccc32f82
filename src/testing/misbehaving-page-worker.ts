/** A page reader worker that follows orders in the page's body. */
import type { PageInput } from '#src/analyses/page-reading.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<PageInput>) => {
  const order = new TextDecoder().decode(data.body)
  if (order === 'hang') for (;;);
  if (order === 'throw') throw new Error('a thread that throws')
  if (order === 'leave') process.exit(0)
  self.postMessage({ title: order })
}
