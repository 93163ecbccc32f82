import { copyText } from '#src/lib/copy-text.ts'
import type { Source } from './sources.ts'

export type View = {
  path: string
  /** The socket's address; `forwardedFor` is the request's X-Forwarded-For header. */
  peer: string
  forwardedFor: string | null
  agent: string
  isUntracked: boolean
  isPrefetch: boolean
  source?: Source | null
  campaign?: string | null
}

/** `address` is the client's, not necessarily in canonical form. */
export type BufferedView = Omit<View, 'peer' | 'forwardedFor'> & { address: string }

type Options = {
  /** The client's address behind trusted proxies. */
  addressOf: (peer: string, forwardedFor: string | null) => string
  /** Must not reject. */
  write: (views: Map<BufferedView, number>) => Promise<void>
  onLost: (views: number) => void
}

/** Views must be written within a second; this leaves half of it for writing. */
const WRITE_AFTER_MS = 500
const WRITE_EARLY_FROM = 5_000
/** Distinct views waiting while others are written, at a few kilobytes each. Beyond this, new ones are lost. */
const WAITING_MAX = 10_000
/** Real user agents have up to 300 characters. */
const AGENT_LENGTH_MAX = 512

/** Sums page views in memory, so that no page waits. */
export function createViewBuffer({ addressOf, write, onLost }: Options) {
  let views = new Map<string, { view: BufferedView; count: number }>()
  let timer: Timer | null = null
  let writing = Promise.resolve()
  let isQueued = false

  function writeQueued(): Promise<void> {
    isQueued = false
    const gathered = new Map(views.values().map(({ view, count }) => [view, count]))
    views = new Map()
    return write(gathered)
  }

  /** Resolves when everything is written or has failed. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (views.size > 0 && !isQueued) {
      isQueued = true
      writing = writing.then(writeQueued)
    }
    return writing
  }

  return {
    add: ({ peer, forwardedFor, agent: sent, ...view }: View): void => {
      const agent = sent.length > AGENT_LENGTH_MAX ? copyText(sent.slice(0, AGENT_LENGTH_MAX)) : sent
      // Clients can send a header of any content, so only the address in it is kept.
      const address = forwardedFor === null ? peer : addressOf(peer, forwardedFor)
      const { path, isUntracked, isPrefetch, source, campaign } = view
      const key = JSON.stringify([path, address, isUntracked, isPrefetch, agent, source, campaign])
      const entry = views.get(key)
      if (entry) {
        entry.count += 1
        return
      }
      if (views.size >= WAITING_MAX) {
        onLost(1)
        return
      }
      views.set(key, { view: { ...view, address, agent }, count: 1 })
      timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
      if (views.size >= WRITE_EARLY_FROM) void flush()
    },
    flush,
  }
}
