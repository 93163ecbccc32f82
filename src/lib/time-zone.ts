import { readFileSync, realpathSync } from 'node:fs'
import { errorCode } from './error-code.ts'

const LOCAL_FILE = '/etc/localtime'
const DEBIAN_FILE = '/etc/timezone'

/** CET-1CEST,M3.5.0,M10.5.0/3 or <-03>3: the offset and rules of a zone instead of its name. */
const POSIX = /^(?:[a-z]{3,10}|<[a-z\d+-]{3,10}>)[+-]?\d[\da-z<>+:,./-]*$/i

export const isPosixZone = (text: string) => zoneNamed(text) === null && POSIX.test(text.replace(/^:/, ''))

/**
 * An IANA zone for a value of TZ, as C libraries accept it: a name or file, also after a colon. POSIX rules become the
 * machine's zone. Null for other values.
 */
export function readTimeZone(text: string): string | null {
  const value = text.replace(/^:/, '')
  if (value === LOCAL_FILE || value === 'localtime') return machineZone()
  if (value.startsWith('/')) return zoneOfFile(value)
  return zoneNamed(value) ?? (isPosixZone(value) ? machineZone() : null)
}

/** The runtime's default depends on TZ, which may be one of the values above. */
const machineZone = (): string =>
  zoneOfFile(LOCAL_FILE) ??
  zoneNamed(textOrEmpty(() => readFileSync(DEBIAN_FILE, 'utf8')).trim()) ??
  new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Zone files are named after their zone; others link to them. */
function zoneOfFile(path: string): string | null {
  const [, name = ''] = textOrEmpty(() => realpathSync(path)).split(/\/zoneinfo(?:\.default)?\//)
  return zoneNamed(name)
}

function zoneNamed(text: string): string | null {
  const timeZone = text.replace(/^(?:posix|right)\//, '')
  try {
    return text === '' ? null : new Intl.DateTimeFormat('en', { timeZone }) && timeZone
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function textOrEmpty(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (errorCode(error)) return ''
    throw error
  }
}
