import { quantile } from './measure.ts'

export type Waits = { asked: number; p99: number; longest: number }

/**
 * Asks for `url` again and again while `work` goes on, in a thread of its own, so that only the server's time is
 * measured. Milliseconds.
 */
export async function waitsDuring<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; waits: Waits }> {
  const asker = new Worker(new URL('./asker.ts', import.meta.url))
  const heard = Promise.withResolvers<number[]>()
  const ready = Promise.withResolvers<void>()
  asker.onmessage = ({ data }: MessageEvent<'ready' | number[]>) => {
    if (data === 'ready') ready.resolve()
    else heard.resolve(data)
  }
  asker.postMessage(url)
  await ready.promise
  try {
    const result = await work()
    asker.postMessage('stop')
    const all = await heard.promise
    return { result, waits: { asked: all.length, p99: quantile(all, 0.99), longest: Math.max(...all) } }
  } finally {
    asker.terminate()
  }
}

/** The highest value of `measure` while `work` goes on, looked at five times a second. */
export async function peakDuring<Result>(
  measure: () => number,
  work: () => Promise<Result>,
): Promise<{ result: Result; peak: number }> {
  let peak = measure()
  const timer = setInterval(() => {
    peak = Math.max(peak, measure())
  }, 200)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}
