export type Outgoing = {
  /** Without query, and without origin on this site. Built files are grouped: `/assets/*.js`. */
  address: string
  isPage: boolean
  count: number
}

const NONE: readonly Outgoing[] = []

let known = NONE
let isWatching = false
const listeners = new Set<() => void>()

/** Calls `listener` for past and future requests of the document. Returns an unsubscribe function. */
export function watchOutgoing(listener: () => void): () => void {
  listeners.add(listener)
  if (!isWatching) startObserver()
  return () => listeners.delete(listener)
}

export const outgoingSoFar = () => known

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
