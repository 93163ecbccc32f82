/** The thread of waitsDuring: told an address, it asks until it is told to stop, and answers how long each took. */
declare const self: Worker

const PAUSE_MS = 2

let isAsking = true

self.onmessage = async ({ data }: MessageEvent<string>) => {
  if (data === 'stop') {
    isAsking = false
    return
  }
  const waits: number[] = []
  await ask(data)
  self.postMessage('ready')
  while (isAsking) {
    waits.push(await ask(data))
    await Bun.sleep(PAUSE_MS)
  }
  self.postMessage(waits)
}

async function ask(url: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.bytes()
  return performance.now() - started
}
