/** A page that was served: to whom, as far as the request shows. */
export type View = {
  path: string
  /** The address at the other end of the socket, and the X-Forwarded-For it sent. */
  peer: string
  forwardedFor: string | null
  agent: string
  /** Asked not to be told from others. */
  isAnonymous: boolean
  /** A browser that prepares a page which nobody may look at. */
  isPreparing: boolean
}

export type ViewBuffer = {
  /** Adds a view, which is written within a second. */
  add(view: View): void
  /** Settles when all that was added is written, or failed. */
  flush(): Promise<void>
}

/** Half of the second for which addresses may be in memory; the other half is for writing. */
const WRITE_AFTER_MS = 500
/** Strangers can make up agents: so many different views are held apart at most. */
const MOST_DISTINCT = 5_000
/** Real agents have up to 300 characters. */
const LONGEST_AGENT = 512

/** Adds up page views in memory, so that no page waits for its count. `write` gets each with its count, and never rejects. */
export function createViewBuffer(write: (views: Map<View, number>) => Promise<void>): ViewBuffer {
  let views = new Map<string, { view: View; count: number }>()
  let timer: Timer | null = null
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (views.size === 0) return writing
    const gathered = new Map(views.values().map(({ view, count }) => [view, count]))
    views = new Map()
    writing = writing.then(() => write(gathered))
    return writing
  }

  return {
    add: (view) => {
      const agent = view.agent.slice(0, LONGEST_AGENT)
      const key = `${view.path}\n${view.peer}\n${view.forwardedFor}\n${view.isAnonymous}\n${view.isPreparing}\n${agent}`
      const known = views.get(key)
      if (known) {
        known.count += 1
        return
      }
      views.set(key, { view: { ...view, agent }, count: 1 })
      timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
      if (views.size >= MOST_DISTINCT) void flush()
    },
    flush,
  }
}
