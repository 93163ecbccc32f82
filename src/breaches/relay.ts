import type { BreachRange } from '#domain/breaches.ts'
import type { Config } from '#src/config.ts'
import { badGateway } from '#src/errors.ts'
import { boundedFetch, type Fetch } from '#src/lib/bounded-fetch.ts'

/** Asks the leak service for one prefix. Throws AppError bad_gateway when it gives no usable answer. */
export type BreachRelay = (prefix: string) => Promise<BreachRange>

const TIMEOUT_MS = 5_000
// A padded answer has up to 1,000 lines beside the real ones, about 2,000 in the largest range.
const MAX_BYTES = 512 * 1024
const MAX_LINES = 10_000
const LINE = /^([0-9A-F]{35}):(\d{1,12})$/

const NO_ANSWER = 'The leak service did not answer. Please try again later.'

type Options = { fetch: Fetch; userAgent: string; timeoutMs?: number }

/**
 * A client of the range protocol of Have I Been Pwned (https://haveibeenpwned.com/API/v3#PwnedPasswords). Nothing of
 * the visitor's request goes along but the prefix, and nothing is kept or logged.
 */
export function createBreachRelay(
  { breachCheckUrl }: Pick<Config, 'breachCheckUrl'>,
  { fetch, userAgent, timeoutMs = TIMEOUT_MS }: Options,
): BreachRelay {
  const bounded = boundedFetch(fetch, MAX_BYTES)
  return async (prefix) => {
    const text = await ask(bounded, `${breachCheckUrl}/${prefix}`, userAgent, timeoutMs)
    return { counts: readRange(text) }
  }
}

async function ask(fetch: Fetch, url: string, userAgent: string, timeoutMs: number): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { 'add-padding': 'true', 'user-agent': userAgent },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return await response.text()
  } catch (error) {
    throw badGateway(NO_ANSWER, error)
  }
  throw badGateway(NO_ANSWER)
}

function readRange(text: string): Record<string, number> {
  const lines = text.split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) throw badGateway(NO_ANSWER)
  const entries = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, suffix, count] = LINE.exec(line) ?? []
      if (suffix === undefined) throw badGateway(NO_ANSWER)
      return [suffix, Number(count)] as const
    })
  return Object.fromEntries(entries)
}
