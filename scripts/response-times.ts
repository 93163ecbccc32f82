import { quantile } from './measure.ts'

export type ResponseTimes = { p99: number; longest: number }

/** Response times of `url` during `work`, in milliseconds; requested from a worker, to measure the server only. */
export async function responseTimesDuring<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; waits: ResponseTimes }> {
  const worker = new Worker(new URL('./response-time-worker.ts', import.meta.url))
  const times = Promise.withResolvers<number[]>()
  const ready = Promise.withResolvers<void>()
  worker.onmessage = ({ data }: MessageEvent<'ready' | number[]>) => {
    if (data === 'ready') ready.resolve()
    else times.resolve(data)
  }
  worker.postMessage(url)
  await ready.promise
  try {
    const result = await work()
    worker.postMessage('stop')
    const all = await times.promise
    return { result, waits: { p99: quantile(all, 0.99), longest: Math.max(...all) } }
  } finally {
    worker.terminate()
  }
}

/** The highest value of `measure` during `work`, sampled five times a second. */
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
