import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Hydrates with the current value, because early scripts may have rendered it. */
export const useStore = <T>({ subscribe, read }: Store<T>): T => useSyncExternalStore(subscribe, read, read)

export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => undefined
