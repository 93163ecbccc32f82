import { type AppError, invalid } from '#src/errors.ts'
import { parseJson } from '#src/lib/parse-json.ts'

export type BodyReader = {
  /** Returns the rows completed by these bytes. */
  push(bytes: Uint8Array): unknown[]
  /** Call after the last bytes. Returns the body without its rows. */
  end(): unknown
}

const ROW_MAX = 4 * 1024 * 1024
const LABEL_MAX = 64 * 1024
const DEPTH_MAX = 16

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const ROWS_KEY = /"csvData"\s*:\s*$/
/** Characters of the key with quotes, colon and spaces. */
const KEY_MAX = 100

/**
 * Parses `{ "csvData": [row, …], … }` as a stream, in constant memory: finds where rows end, and JSON.parse validates
 * them. Throws AppError invalid.
 */
export function createBodyReader(): BodyReader {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  // The body without rows: `{ "csvData": [], … }`.
  let label = ''
  let pending = ''
  let depth = 0
  let isString = false
  let isEscaped = false
  let isInRows = false
  let hasRows = false
  let isAfterComma = false

  function push(bytes: Uint8Array): unknown[] {
    return scan(decode(bytes))
  }

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (error) {
      if (error instanceof TypeError) throw notJson()
      throw error
    }
  }

  function scan(text: string): unknown[] {
    const rows: unknown[] = []
    let start = 0
    let comma = -1
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isString = false
      } else if (code === QUOTE) {
        isString = true
      } else if (code === COMMA) {
        if (isInRows && depth === 2) comma = at
      } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        depth++
        if (depth > DEPTH_MAX) throw notJson()
        if (depth === 2 && code === OPEN_LIST && opensRows(text.slice(start, at))) {
          addToLabel(text.slice(start, at + 1))
          start = at + 1
          isInRows = true
        }
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        depth--
        if (isInRows && depth === 1) {
          rows.push(...takeRows(text.slice(start, at), true))
          start = at
          comma = -1
          isInRows = false
        }
      }
    }
    if (isInRows && comma >= start) {
      rows.push(...takeRows(text.slice(start, comma), false))
      start = comma + 1
    }
    if (isInRows) keepPending(text.slice(start))
    else addToLabel(text.slice(start))
    return rows
  }

  function opensRows(text: string): boolean {
    if (!ROWS_KEY.test(label.slice(-KEY_MAX) + text.slice(-KEY_MAX))) return false
    if (hasRows) throw notJson()
    hasRows = true
    return true
  }

  function takeRows(text: string, isLast: boolean): unknown[] {
    const list = pending + text
    pending = ''
    const isBlank = list.trim() === ''
    if (isBlank && (isAfterComma || !isLast)) throw notJson()
    isAfterComma = !isLast
    return isBlank ? [] : parseList(list)
  }

  function keepPending(text: string): void {
    pending += text
    if (pending.length > ROW_MAX) throw invalid('A row is too long')
  }

  function addToLabel(text: string): void {
    label += text
    if (label.length > LABEL_MAX) throw invalid('The request has too much data besides csvData')
  }

  function end(): unknown {
    scan(decode())
    return parse(label)
  }

  return { push, end }
}

function parseList(list: string): unknown[] {
  const rows = parse(`[${list}]`)
  return Array.isArray(rows) ? rows : []
}

function parse(text: string): unknown {
  const parsed = parseJson(text)
  if (parsed === undefined) throw notJson()
  return parsed
}

const notJson = (): AppError => invalid('The request body is not valid JSON')
