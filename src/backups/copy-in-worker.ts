import { removeDatabase, unfinishedName } from '#src/db/copy.ts'
import type { CopyOutcome, CopyTask } from './copy-worker.ts'
import type { OffsiteTask } from './offsite.ts'
import type { OffsiteReport } from './offsite-worker.ts'

type InWorker<Outcome> = {
  /** Never rejects. */
  outcome: Promise<Outcome | { failure: string }>
  cancel(failure: string): void
}

/** Keeps the server responsive. */
function runIn<Outcome>(worker: Worker, task: unknown): InWorker<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome | { failure: string }>()
  worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => resolve(data))
  worker.addEventListener('error', ({ message }) => resolve({ failure: `The copy failed: ${message}.` }))
  worker.addEventListener('close', () => resolve({ failure: 'The copy ended unexpectedly.' }))
  worker.postMessage(task)
  return {
    outcome: promise.finally(() => worker.terminate()),
    cancel: (failure) => {
      resolve({ failure })
      worker.terminate()
    },
  }
}

export function copyInWorker(task: CopyTask): InWorker<CopyOutcome> {
  const copying = runIn<CopyOutcome>(new Worker(new URL('./copy-worker.ts', import.meta.url)), task)
  return {
    ...copying,
    cancel: (failure) => {
      copying.cancel(failure)
      if (task.target !== null) removeDatabase(unfinishedName(task.target))
    },
  }
}

export const sendInWorker = (task: OffsiteTask): InWorker<OffsiteReport> =>
  runIn(new Worker(new URL('./offsite-worker.ts', import.meta.url)), task)
