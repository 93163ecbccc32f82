import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Hydrates with the value of that moment, which is the one in the document if a script has shown it there. */
export const useStore = <T>({ subscribe, read }: Store<T>): T => useSyncExternalStore(subscribe, read, read)

/** False on the server and in the first render of a document that comes from there. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => undefined
