/** Worker of responseTimesDuring: requests a URL until stopped, and returns the response times. */
declare const self: Worker

const PAUSE_MS = 2

let isRunning = true

self.onmessage = async ({ data }: MessageEvent<string>) => {
  if (data === 'stop') {
    isRunning = false
    return
  }
  const times: number[] = []
  await request(data)
  self.postMessage('ready')
  while (isRunning) {
    times.push(await request(data))
    await Bun.sleep(PAUSE_MS)
  }
  self.postMessage(times)
}

async function request(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url)
  await response.bytes()
  return performance.now() - started
}
