import * as z from 'zod/mini'

export const ONE_LINE = /^\P{Cc}*$/u

/** Databases may cut text at NUL. One character class: alternation would backtrack and stall on long text. */
export const LINES = /^[\P{Cc}\t\n\r]*$/u

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
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Use at most ${max} characters`),
      z.regex(ONE_LINE, 'Write the name on one line'),
      wellFormed,
    )
