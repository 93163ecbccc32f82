import pLimit from 'p-limit'
import type { Log } from '#src/log.ts'
import type { PageFailure, PageInput, PageReading } from './page-reading.ts'

export type PageReader = AsyncDisposable & {
  /**
   * Reads a page in a thread of its own, one page at a time. What the page does to its reader is a failure with a sentence,
   * never an exception. Throws the reason of `signal` when that cancels. Leaves `page.body` as it is.
   */
  read(page: PageInput, signal: AbortSignal): Promise<PageReading | PageFailure>
}

type Answer = PageReading | PageFailure
type Options = { log: Log; patienceMs?: number; idleMs?: number; startThread?: () => Worker }

/** A megabyte takes a fraction of a second; what takes this long was made to. */
const PATIENCE_MS = 10_000
const IDLE_MS = 60_000

const TOO_SLOW = 'The page takes too long to read.'
const BROKEN = 'The page could not be read.'
const STOPPING = 'The server is stopping.'

const startPageThread = () => new Worker(new URL('./page-worker.ts', import.meta.url))

/** Its thread starts with the first page, ends when there has been none for a while, and is replaced when it fails. */
export function createPageReader({
  log,
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
  startThread = startPageThread,
}: Options): PageReader {
  const oneAtATime = pLimit(1)
  const closing = new AbortController()
  let worker: Worker | undefined
  let idle: Timer | undefined

  const end = () => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  async function readNext(page: PageInput, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    if (closing.signal.aborted) return failure(STOPPING)
    clearTimeout(idle)
    const thread = worker ?? startThread()
    worker = thread
    const answer = Promise.withResolvers<Answer>()
    const giveUp = (reason: string) => {
      // A thread that was ended says so later, when the next one may be at work.
      if (worker === thread) end()
      answer.resolve(failure(reason))
    }
    const cancel = () => {
      end()
      answer.reject(signal.reason)
    }
    const close = () => giveUp(STOPPING)
    thread.onmessage = ({ data }: MessageEvent<Answer>) => answer.resolve(data)
    thread.onerror = (event) => {
      event.preventDefault()
      log.error('page reader failed', new Error(event.message))
      giveUp(BROKEN)
    }
    const lose = () => giveUp(BROKEN)
    thread.addEventListener('close', lose)
    const patience = setTimeout(giveUp, patienceMs, TOO_SLOW)
    signal.addEventListener('abort', cancel)
    closing.signal.addEventListener('abort', close)
    thread.postMessage(page)
    try {
      return await answer.promise
    } finally {
      clearTimeout(patience)
      thread.removeEventListener('close', lose)
      signal.removeEventListener('abort', cancel)
      closing.signal.removeEventListener('abort', close)
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    read: (page, signal) => oneAtATime(readNext, page, signal),
    [Symbol.asyncDispose]: async () => {
      closing.abort()
      end()
    },
  }
}

const failure = (reason: string): PageFailure => ({ kind: 'failure', reason })
