import { createStore } from '#web/lib/store.ts'

/** True while the shown settings come from the address. */
export const isFromLink = createStore(false)

export const mayBeLink = (): boolean => location.hash.includes('=')

/** Removes settings from the address, without an entry in the history. Returns whether they were shown. */
export function leaveLink(): boolean {
  if (!isFromLink.read()) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  isFromLink.set(false)
  return true
}
