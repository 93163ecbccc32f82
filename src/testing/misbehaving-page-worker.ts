/** A page reader worker that obeys commands in the page's body. */
import type { PageInput } from '#src/analyses/page-reading.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<PageInput>) => {
  const command = new TextDecoder().decode(data.body)
  if (command === 'hang') for (;;);
  if (command === 'throw') throw new Error('a thread that throws')
  if (command === 'exit') process.exit(0)
  self.postMessage({ title: command })
}
