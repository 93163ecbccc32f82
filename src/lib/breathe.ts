import { setImmediate } from 'node:timers/promises'

/** Lets everyone else have their turn: to be awaited between the slices of long work. */
export const breathe = (): Promise<void> => setImmediate()
