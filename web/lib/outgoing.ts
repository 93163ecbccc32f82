/** Requests of this page to one address, since it was opened. */
export type Outgoing = {
  /**
   * The path, with its origin in front if that is another one; what follows a question mark is left out. The files that
   * the site is built of are one address for each kind: `/assets/*.js`.
   */
  address: string
  /** Whether this is the document itself. */
  isPage: boolean
  count: number
}

const NONE: readonly Outgoing[] = []

let known = NONE
let isWatching = false
const listeners = new Set<() => void>()

/**
 * Calls `listener` after each request that the browser reports, those from before included. Watching goes on from the
 * first call to the end of the document, on other pages too: the list is of all that this document asked for.
 */
export function watchOutgoing(listener: () => void): () => void {
  listeners.add(listener)
  if (!isWatching) startObserver()
  return () => listeners.delete(listener)
}

export const outgoingSoFar = () => known

/** The server knows of no requests. */
export const noneOutgoing = () => NONE

function startObserver(): void {
  isWatching = true
  const observer = new PerformanceObserver((list) => {
    known = list.getEntries().reduce(withEntry, known)
    for (const listener of listeners) listener()
  })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}

function withEntry(all: readonly Outgoing[], entry: PerformanceEntry): readonly Outgoing[] {
  return addOutgoing(all, entry.name, location.origin, entry instanceof PerformanceNavigationTiming)
}

/** The list with one more request in it; the order is that of the first request to each address. */
export function addOutgoing(
  all: readonly Outgoing[],
  url: string,
  ownOrigin: string,
  isPage = false,
): readonly Outgoing[] {
  const { origin, pathname } = new URL(url)
  const isOwn = origin === ownOrigin
  const address = isOwn ? pathname.replace(/^\/assets\/.*(?=\.\w+$)/, '/assets/*') : origin + pathname
  const isSame = (one: Outgoing) => one.address === address && one.isPage === isPage
  return all.some(isSame)
    ? all.map((one) => (isSame(one) ? { ...one, count: one.count + 1 } : one))
    : [...all, { address, isPage, count: 1 }]
}
