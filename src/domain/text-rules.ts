import * as z from 'zod/mini'

export const ONE_LINE = /^\P{Cc}*$/u

/** Databases may cut text at NUL. One character class: alternation would backtrack and stall on long text. */
export const LINES = /^[\P{Cc}\t\n\r]*$/u

/**
 * Embeddings, overrides and isolates of direction, and invisible characters, with which a line can deceive. Writers need
 * joiners, direction marks, soft hyphens, variation selectors and the flags of regions; zero-width spaces in scripts
 * without spaces, blanks in Braille, and fillers in old Hangul.
 */
const DECEPTIVE =
  /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,8}\u{e007f})|[\u180e\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|(?<![\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}])\u200b|(?<![\u2801-\u28ff])\u2800|[\u115f\u1160](?![\u1161-\u11ff])/gu

/** Without deceptive characters; empty if nothing can be seen. */
export function tidyText(text: string): string {
  const tidied = text.replace(DECEPTIVE, '$1')
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(tidied) ? tidied : ''
}

/** For a line that others read: tidied instead of refused, because text is copied from anywhere. */
export const tidied = z.overwrite<string>(tidyText)

/** Lone surrogates can't be stored as UTF-8. */
export const wellFormed = z.refine<string>(
  (text) => text.isWellFormed(),
  'This contains an invalid character',
)

/** Like 1,200; toLocaleString would load the data of all languages first. */
export function withCommas(count: number): string {
  const rest = count % 1_000
  return count < 1_000 ? `${count}` : `${withCommas((count - rest) / 1_000)},${`${rest}`.padStart(3, '0')}`
}

export const atMost = (what: string, max: number) =>
  z.maxLength(max, `${what} can have at most ${withCommas(max)} characters`)

/** The name that a user gives to something of theirs. */
export const givenName = (missing: string, max: number) =>
  z
    .string(missing)
    .check(
      tidied,
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Use at most ${max} characters`),
      z.regex(ONE_LINE, 'Write the name on one line'),
      wellFormed,
    )
