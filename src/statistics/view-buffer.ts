import { copyText } from '#src/lib/copy-text.ts'
import type { Source } from './sources.ts'

export type View = {
  path: string
  /** The socket's address; null unless the visitor may be told apart. */
  peer: string | null
  /** The request's X-Forwarded-For header. */
  forwardedFor: string | null
  /** Null for a prefetch. */
  agent: string | null
  source?: Source | null
  campaign?: string | null
}

/** `address` is the client's, not necessarily in canonical form. */
export type BufferedView = Omit<View, 'peer' | 'forwardedFor'> & { address: string | null; count: number }

type Options = {
  /** The client's address behind trusted proxies. */
  addressOf: (peer: string, forwardedFor: string | null) => string
  /** Must not reject. */
  write: (views: readonly BufferedView[]) => Promise<void>
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
  let views: BufferedView[] = []
  /** Views by path and origin, agent and address. */
  const known = new Map<string, Map<string | null, Map<string | null, BufferedView>>>()
  let timer: Timer | null = null
  let writing = Promise.resolve()
  let isQueued = false

  function writeQueued(): Promise<void> {
    isQueued = false
    const gathered = views
    views = []
    known.clear()
    return write(gathered)
  }

  /** Resolves when everything is written or has failed. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (views.length > 0 && !isQueued) {
      isQueued = true
      writing = writing.then(writeQueued)
    }
    return writing
  }

  return {
    add: ({ path, peer, forwardedFor, agent: sent, source, campaign }: View): void => {
      const agent = sent && sent.length > AGENT_LENGTH_MAX ? copyText(sent.slice(0, AGENT_LENGTH_MAX)) : sent
      // Clients can send a header of any content, so only the address in it is kept.
      const address = peer === null || forwardedFor === null ? peer : addressOf(peer, forwardedFor)
      const page = source || campaign ? JSON.stringify([path, source, campaign]) : path
      const ofPage = known.get(page) ?? new Map<string | null, Map<string | null, BufferedView>>()
      const ofAgent = ofPage.get(agent) ?? new Map<string | null, BufferedView>()
      const earlier = ofAgent.get(address)
      if (earlier) {
        earlier.count += 1
        return
      }
      if (views.length >= WAITING_MAX) {
        onLost(1)
        return
      }
      const view = { path, address, agent, source, campaign, count: 1 }
      views.push(view)
      known.set(page, ofPage.set(agent, ofAgent.set(address, view)))
      timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
      if (views.length >= WRITE_EARLY_FROM) void flush()
    },
    flush,
  }
}
