export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

const LEAVING_MS = 30_000

let delayMs = 0
globalThis.addEventListener?.('beforeunload', () => {
  delayMs = LEAVING_MS
  setTimeout(() => (delayMs = 0), LEAVING_MS)
})

/** When a page is left, Firefox fails its imports; a reload at once would cancel the navigation. */
export const reloadUnlessLeaving = () => setTimeout(() => location.reload(), delayMs)
