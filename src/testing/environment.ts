import { setDefaultTimeout } from 'bun:test'
import { TEST_MS } from './time-limits.ts'

// Preloaded, so that tests don't depend on who starts them. Bun sends even requests to this machine to a proxy.
for (const name of Object.keys(process.env))
  if (/^(?:(?:https?|all|no)_proxy|force_color)$/i.test(name)) delete process.env[name]

// Holds for one file, or for all with --isolate or --parallel: Bun has no setting for it. It overrides --timeout.
if (process.env.PASSWRIGHT_TEST_MS === undefined) setDefaultTimeout(TEST_MS)
