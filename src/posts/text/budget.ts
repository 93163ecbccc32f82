/** What a text may become beyond its own length, in characters of HTML. */
export type Budget = {
  left: number
  /** The line being read, from 0. */
  line: number
  /** The first line that didn't fit. */
  exceededAt: number | null
}

/** 33,000 cells of tables: three times as many take over 200 MB until the page is sent. */
const CHARACTERS_MAX = 1_000_000

/**
 * Rows of tables are padded and references repeat addresses, so a short text could become any length. Together with
 * what each character may become, HTML stays below 20 times the text and 64 kB.
 */
export const budgetFor = (length: number): Budget =>
  createBudget(Math.min(10 * length, CHARACTERS_MAX) + 60_000)

export const createBudget = (characters: number): Budget => ({ left: characters, line: 0, exceededAt: null })

export function affords(budget: Budget, characters: number): boolean {
  const fits = characters <= budget.left
  if (!fits) budget.exceededAt ??= budget.line
  return fits
}

/** False if it doesn't fit; nothing does afterward. */
export function spend(budget: Budget, characters: number): boolean {
  const fits = affords(budget, characters)
  budget.left -= characters
  return fits
}
