import type { StrengthFiles } from '#domain/passwords/estimate/data.ts'
import type { EstimateResult, EstimateTask } from './estimate-worker.ts'

export type Estimator = {
  /** Replaces a queued password. */
  estimate(password: string): void
  close(): void
}

/**
 * Starts a worker, so that typing never lags. The page fetches the data, because the policy gives the worker, which
 * receives passwords, no network access. Rejects if a fetch fails.
 */
export async function createEstimator(onResult: (result: EstimateResult) => void): Promise<Estimator> {
  const files = await fetchFiles()
  const worker = new Worker(new URL('./estimate-worker.ts', import.meta.url), { type: 'module' })
  let isBusy = false
  let queued: string | null = null

  function send(task: EstimateTask): void {
    worker.postMessage(task)
  }

  function estimate(password: string): void {
    if (isBusy) {
      queued = password
      return
    }
    isBusy = true
    send({ kind: 'estimate', password })
  }

  function receive(result: EstimateResult): void {
    isBusy = false
    const next = queued
    queued = null
    onResult(result)
    if (next !== null) estimate(next)
  }

  worker.onmessage = ({ data }: MessageEvent<EstimateResult>) => receive(data)
  worker.onerror = () => receive({ kind: 'failure' })
  send({ kind: 'load', files })
  return { estimate, close: () => worker.terminate() }
}

async function fetchFiles(): Promise<StrengthFiles> {
  const [passwords, words, characters] = await Promise.all([
    fetchBytes(new URL('../../../src/domain/passwords/data/passwords.bin', import.meta.url)),
    fetchBytes(new URL('../../../src/domain/passwords/data/words.bin', import.meta.url)),
    fetchBytes(new URL('../../../src/domain/passwords/data/characters.bin', import.meta.url)),
  ])
  return { passwords, words, characters }
}

async function fetchBytes(url: URL): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The strength data could not be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
