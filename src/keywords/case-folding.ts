import { sql } from 'drizzle-orm'
import { keywords } from '#src/db/schema.ts'
import { foldText } from '#src/lib/fold-text.ts'

/** Increment with every change to foldText, so that stored rows are folded again. */
export const FOLDING_VERSION = 3

export const foldedColumn = sql`coalesce(${keywords.folded}, lower(${keywords.keyword}))`

const ASCII = /^[\u0000-\u007f]*$/

/** Null when SQLite's lower(), which handles A to Z only, gives the same. */
export function foldKeyword(keyword: string): string | null {
  if (ASCII.test(keyword)) return null
  const folded = foldText(keyword)
  return folded === keyword.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) ? null : folded
}

/** From this unit on, UTF-16 order differs from code point order: surrogate pairs sort after all other characters. */
const SURROGATES = 0xd800

/** Code point order, as in the database. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    if (left < SURROGATES || right < SURROGATES) return left - right
    return (a.codePointAt(at) ?? left) - (b.codePointAt(at) ?? right)
  }
  return a.length - b.length
}
