/// <reference types="vite/client" />
import type { StrengthFiles } from '#domain/passwords/estimate/data.ts'
import type { EstimateResult, EstimateTask, Query } from './estimate-worker.ts'

export type Estimator = {
  /** Replaces a queued query. */
  estimate(query: Query): void
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
  let queued: Query | null = null
  let latest: Query | null = null
  let areLanguagesRequested = false

  function send(task: EstimateTask): void {
    worker.postMessage(task)
  }

  function estimate(query: Query): void {
    latest = query
    if (!areLanguagesRequested) void addLanguages()
    start(query)
  }

  function start(query: Query): void {
    if (isBusy) {
      queued = query
      return
    }
    isBusy = true
    send({ kind: 'estimate', ...query })
  }

  function receive(result: EstimateResult): void {
    isBusy = false
    const next = queued
    queued = null
    onResult(result)
    if (next !== null) start(next)
  }

  /**
   * Estimates again when all are there, so that a verdict changes once. All, whatever was typed: words are typed in Latin
   * letters, too, and with another keyboard. If one fails to load, the next password requests them again.
   */
  async function addLanguages(): Promise<void> {
    areLanguagesRequested = true
    try {
      const files = await Promise.all(Object.values(LANGUAGE_URLS).map(fetchBytes))
      for (const file of files) send({ kind: 'language', file })
      if (latest) start(latest)
    } catch {
      areLanguagesRequested = false
    }
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

const LANGUAGE_URLS = import.meta.glob<string>('../../../src/domain/passwords/data/languages/*.bin', {
  query: '?url',
  import: 'default',
  eager: true,
})

async function fetchBytes(url: URL | string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The strength data could not be fetched: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
