import type { BreachRange } from '#domain/breaches.ts'
import type { Config } from '#src/config.ts'
import { badGateway } from '#src/errors.ts'
import { boundedFetch, type Fetch } from '#src/lib/bounded-fetch.ts'

/** Throws AppError bad_gateway without a usable response. */
export type BreachRelay = (prefix: string) => Promise<BreachRange>

const TIMEOUT_MS = 5_000
// The largest range has about 2,000 lines, up to 1,000 of them padding.
const BYTES_MAX = 512 * 1024
const LINES_MAX = 10_000
const LINE = /^([0-9A-F]{35}):(\d{1,12})$/

const NO_RESPONSE = 'The leak service did not respond. Please try again later.'

type Options = { fetch: Fetch; userAgent: string; timeoutMs?: number }

/** Have I Been Pwned's range protocol (https://haveibeenpwned.com/API/v3#PwnedPasswords); stores and logs nothing. */
export function createBreachRelay(
  { breachCheckUrl }: Pick<Config, 'breachCheckUrl'>,
  { fetch, userAgent, timeoutMs = TIMEOUT_MS }: Options,
): BreachRelay {
  const bounded = boundedFetch(fetch, BYTES_MAX)
  return async (prefix) => {
    const text = await request(bounded, `${breachCheckUrl}/${prefix}`, userAgent, timeoutMs)
    return { counts: readRange(text) }
  }
}

async function request(fetch: Fetch, url: string, userAgent: string, timeoutMs: number): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { 'add-padding': 'true', 'user-agent': userAgent },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return await response.text()
  } catch (error) {
    throw badGateway(NO_RESPONSE, error)
  }
  throw badGateway(NO_RESPONSE)
}

function readRange(text: string): Record<string, number> {
  const lines = text.split('\n', LINES_MAX + 1)
  if (lines.length > LINES_MAX) throw badGateway(NO_RESPONSE)
  const entries = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, suffix, count] = LINE.exec(line) ?? []
      if (suffix === undefined) throw badGateway(NO_RESPONSE)
      return [suffix, Number(count)] as const
    })
  return Object.fromEntries(entries)
}
