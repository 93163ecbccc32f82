import { setDefaultTimeout } from 'bun:test'

/** Machines may be slow and shared: a test that takes this long hangs. */
setDefaultTimeout(60_000)
