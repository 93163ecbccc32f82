type Fields = Record<string, string | number | boolean | null | undefined>

/** What the server says of itself. No bodies, tokens, passwords, query strings or visitor addresses belong in here. */
export type Log = {
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  /** `error` is what was thrown: its stack is logged, and its causes'. */
  error(event: string, error: unknown, fields?: Fields): void
}

type Options = { format: 'json' | 'text'; now: () => Date; write: (line: string) => void }

/** One line an event, whatever is in the fields: control characters are escaped in both formats. */
export function createLog({ format, now, write }: Options): Log {
  const say = (level: 'info' | 'warn' | 'error', event: string, fields: Fields) => {
    const time = now().toISOString()
    write(
      format === 'json'
        ? JSON.stringify({ time, level, event, ...fields })
        : asText(time, level, event, fields),
    )
  }
  return {
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
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  if (error.name === 'DrizzleQueryError' || error.constructor.name === 'DrizzleQueryError') {
    return `query failed: ${describeError(error.cause)}`
  }
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by: ${describeError(error.cause)}`
}
