import { removeDatabase, unfinishedName } from '#src/db/copy.ts'
import type { CopyOutcome, CopyTask } from './copy-worker.ts'

type Copying = {
  /** Never rejects. */
  outcome: Promise<CopyOutcome>
  cancel(failure: string): void
}

/** Keeps the server responsive. */
export function copyInWorker(task: CopyTask): Copying {
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url))
  const { promise, resolve } = Promise.withResolvers<CopyOutcome>()
  worker.addEventListener('message', ({ data }: MessageEvent<CopyOutcome>) => resolve(data))
  worker.addEventListener('error', ({ message }) => resolve({ failure: `The copy failed: ${message}.` }))
  worker.addEventListener('close', () => resolve({ failure: 'The copy ended unexpectedly.' }))
  worker.postMessage(task)
  return {
    outcome: promise.finally(() => worker.terminate()),
    cancel: (failure) => {
      resolve({ failure })
      worker.terminate()
      if (task.target !== null) removeDatabase(unfinishedName(task.target))
    },
  }
}
