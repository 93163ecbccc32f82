import { removeDatabase, unfinishedName } from '#src/db/copy.ts'
import type { CopyOutcome, CopyTask } from './copy-worker.ts'

type Copying = {
  /** Never rejects. */
  outcome: Promise<CopyOutcome>
  /** Ends it now, with `failure` as its outcome. */
  cancel(failure: string): void
}

/** Copies a database in a thread of its own, so that whoever asks goes on answering requests. */
export function copyAway(task: CopyTask): Copying {
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url))
  const { promise, resolve } = Promise.withResolvers<CopyOutcome>()
  worker.addEventListener('message', ({ data }: MessageEvent<CopyOutcome>) => resolve(data))
  worker.addEventListener('error', ({ message }) =>
    resolve({ failure: `The copying ended by a fault: ${message}.` }),
  )
  worker.addEventListener('close', () => resolve({ failure: 'The copying ended before it was done.' }))
  worker.postMessage(task)
  return {
    outcome: promise.finally(() => worker.terminate()),
    cancel: (failure) => {
      resolve({ failure })
      worker.terminate()
      removeDatabase(unfinishedName(task.target))
    },
  }
}
