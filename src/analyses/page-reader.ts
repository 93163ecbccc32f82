import { createJobThread } from '#src/lib/job-thread.ts'
import type { Log } from '#src/log.ts'
import type { PageInput, PageResult } from './page-reading.ts'

export type PageReader = AsyncDisposable & {
  /** Reads one page at a time in a worker. Returns a PageFailure for hostile pages. Throws the signal's reason. */
  read(page: PageInput, signal: AbortSignal): Promise<PageResult>
}

type Options = { log: Log; timeoutMs?: number; idleMs?: number; startThread?: () => Worker }

/** A megabyte takes a fraction of a second; a page that takes this long is hostile. */
const TIMEOUT_MS = 10_000
const IDLE_MS = 60_000

const REASONS = {
  slow: 'The page takes too long to read.',
  broken: 'The page could not be read.',
  closed: 'The server is stopping.',
} as const

const startPageThread = () => new Worker(new URL('./page-worker.ts', import.meta.url))

export function createPageReader({
  log,
  timeoutMs = TIMEOUT_MS,
  idleMs = IDLE_MS,
  startThread = startPageThread,
}: Options): PageReader {
  const thread = createJobThread<PageInput, PageResult>({ startThread, timeoutMs, idleMs })
  return {
    read: async (page, signal) => {
      const outcome = await thread.run(page, signal)
      if (outcome.kind === 'answer') return outcome.answer
      if (outcome.kind === 'broken' && outcome.error) log.error('page reader failed', outcome.error)
      return { kind: 'failure', reason: REASONS[outcome.kind] }
    },
    [Symbol.asyncDispose]: async () => thread[Symbol.dispose](),
  }
}
