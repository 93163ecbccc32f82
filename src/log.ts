import { DrizzleQueryError } from 'drizzle-orm/errors'
import { StartError } from '#src/errors.ts'
import { DISK_FULL, isDiskFull } from '#src/lib/disk-full.ts'
import { LOG_LEVELS, type LogLevel } from '#src/lib/log-levels.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

/** Never log bodies, tokens, passwords, queries, or addresses, except those of administrators and sign-in attempts. */
export type Log = {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

type Options = {
  format: 'json' | 'text'
  level?: LogLevel
  now: () => Date
  write: (line: string) => void
}

/** Causes may be circular. */
const CAUSES_MAX = 8

/** Terminal control characters, line separators and direction overrides that JSON leaves unescaped. */
const INVISIBLE = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Both formats escape control characters (log injection). */
export function createLog({ format, level: least = 'info', now, write }: Options): Log {
  const writeLine = (level: LogLevel, event: string, fields: Fields) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(least)) return
    const time = now().toISOString()
    const line =
      format === 'json'
        ? JSON.stringify({ time, level, event, ...fields })
        : formatText(time, level, event, fields)
    write(
      line.replaceAll(
        INVISIBLE,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )
  }
  return {
    debug: (event, fields = {}) => writeLine('debug', event, fields),
    info: (event, fields = {}) => writeLine('info', event, fields),
    warn: (event, fields = {}) => writeLine('warn', event, fields),
    error: (event, error, fields = {}) =>
      writeLine('error', event, {
        ...fields,
        error: `${isDiskFull(error) ? `${DISK_FULL} ` : ''}${describeError(error)}`,
      }),
  }
}

function formatText(time: string, level: string, event: string, fields: Fields): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return `${time} ${level} ${event}${pairs.join('')}`
}

/** Database errors quote parameters, which are personal data: log only their cause. */
function describeError(error: unknown, depth = 0): string {
  if (depth === CAUSES_MAX) return 'further causes'
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  if (error instanceof StartError) return error.message
  const because = () => describeError(error.cause, depth + 1)
  if (error instanceof DrizzleQueryError) return `query failed: ${because()}`
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by: ${because()}`
}
