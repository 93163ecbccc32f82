const RUNS = /[\p{L}\p{M}]+|[0-9]+|[^\p{L}\p{M}0-9]+/gu

export type ColoredRun = { text: string; className: string; isLetters: boolean }

/** Splits a password into runs of letters, digits and symbols with their color classes. */
export function coloredRuns(password: string): ColoredRun[] {
  return Array.from(password.matchAll(RUNS), ([text]) => ({
    text,
    className: colorOf(text),
    isLetters: isLetters(text),
  }))
}

const isLetters = (run: string) => /^\p{L}/u.test(run)

function colorOf(run: string): string {
  if (isLetters(run)) return 'text-text'
  if (/^[0-9]/.test(run)) return 'text-accent'
  return 'text-symbol'
}
