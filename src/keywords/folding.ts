import { sql } from 'drizzle-orm'
import { keywords } from '#src/db/schema.ts'
import { foldText } from '#src/lib/fold-text.ts'

/** To be raised with every change of foldText: rows that are folded by older rules are folded anew. */
export const FOLDING = 1

/** What a stored keyword is found and sorted by, whatever its case and accents. */
export const foldedColumn = sql`coalesce(${keywords.folded}, lower(${keywords.keyword}))`

const ASCII = /^[\u0000-\u007f]*$/

/** What has to be stored of that: null where the database's own lower(), which knows A to Z only, says the same. */
export function foldedOf(keyword: string): string | null {
  if (ASCII.test(keyword)) return null
  const folded = foldText(keyword)
  return folded === keyword.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) ? null : folded
}

/** From here on, code units don't sort as characters do: two surrogates are one that comes behind all single units. */
const SURROGATES = 0xd800

/** The order that the database has for texts, which is that of their characters' numbers. */
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
