import pLimit from 'p-limit'

/** What became of a job. `broken` has the error that the thread threw; null where it ended without one. */
export type Outcome<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'slow' }
  | { kind: 'broken'; error: Error | null }
  | { kind: 'closed' }

export type JobThread<Job, Answer> = Disposable & {
  /** Does one job at a time. Throws the reason of `signal` when that aborts. */
  run(job: Job, signal?: AbortSignal): Promise<Outcome<Answer>>
}

type Options = { startThread: () => Worker; patienceMs: number; idleMs: number }

/**
 * A thread that answers each message with one message. It starts with the first job, ends after `idleMs` without one,
 * and is replaced when it fails, is aborted, or takes longer than `patienceMs`.
 */
export function createJobThread<Job, Answer>({
  startThread,
  patienceMs,
  idleMs,
}: Options): JobThread<Job, Answer> {
  const oneAtATime = pLimit(1)
  let isClosed = false
  let cancel: (() => void) | undefined
  let worker: Worker | undefined
  let idle: Timer | undefined

  const end = () => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  async function runNext(job: Job, signal?: AbortSignal): Promise<Outcome<Answer>> {
    signal?.throwIfAborted()
    if (isClosed) return { kind: 'closed' }
    clearTimeout(idle)
    const thread = worker ?? startThread()
    worker = thread
    const outcome = Promise.withResolvers<Outcome<Answer>>()
    const giveUp = (reason: Outcome<Answer>) => {
      // A thread that was ended says so later, when the next one may be at work.
      if (worker === thread) end()
      outcome.resolve(reason)
    }
    const lose = () => giveUp(isClosed ? { kind: 'closed' } : { kind: 'broken', error: null })
    cancel = lose
    const abort = () => {
      end()
      outcome.reject(signal?.reason)
    }
    thread.onmessage = ({ data }: MessageEvent<Answer>) => outcome.resolve({ kind: 'answer', answer: data })
    thread.onerror = (event) => {
      event.preventDefault()
      giveUp({ kind: 'broken', error: new Error(event.message) })
    }
    thread.addEventListener('close', lose)
    const patience = setTimeout(() => giveUp({ kind: 'slow' }), patienceMs)
    signal?.addEventListener('abort', abort)
    thread.postMessage(job)
    try {
      return await outcome.promise
    } finally {
      clearTimeout(patience)
      thread.removeEventListener('close', lose)
      signal?.removeEventListener('abort', abort)
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    run: (job, signal) => oneAtATime(runNext, job, signal),
    [Symbol.dispose]: () => {
      isClosed = true
      cancel?.()
      end()
    },
  }
}
