import type { StrengthFiles } from '#domain/passwords/estimate/data.ts'
import type { EstimateNews, EstimateTask } from './estimate-worker.ts'

export type Estimator = {
  /** Estimates the password next, in place of one that still waits. */
  ask(password: string): void
  close(): void
}

/**
 * Estimates passwords away from the page's own thread, so that typing is never blocked. The data come from here: the
 * worker that gets the passwords has a policy that forbids it any network. Rejects when the data can't be fetched.
 */
export async function createEstimator(onNews: (news: EstimateNews) => void): Promise<Estimator> {
  const files = await fetchFiles()
  const worker = new Worker(new URL('./estimate-worker.ts', import.meta.url), { type: 'module' })
  let isBusy = false
  let waiting: string | null = null

  function send(task: EstimateTask): void {
    worker.postMessage(task)
  }

  function ask(password: string): void {
    if (isBusy) {
      waiting = password
      return
    }
    isBusy = true
    send({ kind: 'estimate', password })
  }

  function receive(news: EstimateNews): void {
    isBusy = false
    const next = waiting
    waiting = null
    onNews(news)
    if (next !== null) ask(next)
  }

  worker.onmessage = ({ data }: MessageEvent<EstimateNews>) => receive(data)
  worker.onerror = () => receive({ kind: 'failure' })
  send({ kind: 'load', files })
  return { ask, close: () => worker.terminate() }
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
