import pLimit from 'p-limit'

type Outcome<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'slow' }
  | { kind: 'broken'; error: Error | null }
  | { kind: 'closed' }

export type JobThread<Job, Answer> = Disposable & {
  /** One job at a time. Throws the reason of `signal`. */
  run(job: Job, signal?: AbortSignal): Promise<Outcome<Answer>>
}

type Options = { startThread: () => Worker; timeoutMs: number; idleMs: number }

/** The worker starts lazily, ends after `idleMs`, and is replaced after failure, abort or `timeoutMs`. */
export function createJobThread<Job, Answer>({
  startThread,
  timeoutMs,
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
      // A terminated thread reports late, when another may be running.
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
    const timer = setTimeout(() => giveUp({ kind: 'slow' }), timeoutMs)
    signal?.addEventListener('abort', abort)
    thread.postMessage(job)
    try {
      return await outcome.promise
    } finally {
      clearTimeout(timer)
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
