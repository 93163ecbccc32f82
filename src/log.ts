import { DrizzleQueryError } from 'drizzle-orm/errors'
import { LOG_LEVELS, type LogLevel } from '#src/lib/log-levels.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

/**
 * What the server says of itself. No bodies, tokens, passwords or query strings belong in here, and no addresses but
 * those of administrators and of who tries to become one.
 */
export type Log = {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  /** `error` is what was thrown: its stack is logged, and its causes'. */
  error(event: string, error: unknown, fields?: Fields): void
}

type Options = {
  format: 'json' | 'text'
  /** The least that is written; 'info' unless told. */
  level?: LogLevel
  now: () => Date
  write: (line: string) => void
}

/** A cause may be its own. */
const DEEPEST_CAUSE = 8

/** What JSON leaves as it is, but a terminal obeys: further control characters, line ends, changes of direction. */
const UNSEEN = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** One line an event, whatever is in the fields: control characters are escaped in both formats. */
export function createLog({ format, level: least = 'info', now, write }: Options): Log {
  const say = (level: LogLevel, event: string, fields: Fields) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(least)) return
    const time = now().toISOString()
    const line =
      format === 'json'
        ? JSON.stringify({ time, level, event, ...fields })
        : asText(time, level, event, fields)
    write(line.replaceAll(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`))
  }
  return {
    debug: (event, fields = {}) => say('debug', event, fields),
    info: (event, fields = {}) => say('info', event, fields),
    warn: (event, fields = {}) => say('warn', event, fields),
    error: (event, error, fields = {}) => say('error', event, { ...fields, error: describeError(error) }),
  }
}

function asText(time: string, level: string, event: string, fields: Fields): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return `${time} ${level} ${event}${pairs.join('')}`
}

/**
 * A database error quotes its statement and parameters in its message, and the parameters are people's data: of such
 * an error only the cause is told.
 */
function describeError(error: unknown, depth = 0): string {
  if (depth === DEEPEST_CAUSE) return 'further causes'
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  const because = () => describeError(error.cause, depth + 1)
  if (error instanceof DrizzleQueryError) return `query failed: ${because()}`
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by: ${because()}`
}
