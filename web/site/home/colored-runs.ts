const RUNS = /[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+/g

export type ColoredRun = { text: string; className: string; isLetters: boolean }

/** Splits a password into runs of letters, digits and symbols with their color classes. */
export function coloredRuns(password: string): ColoredRun[] {
  return Array.from(password.matchAll(RUNS), ([text]) => ({
    text,
    className: colorOf(text),
    isLetters: isLetters(text),
  }))
}

const isLetters = (run: string) => /^[A-Za-z]/.test(run)

function colorOf(run: string): string {
  if (isLetters(run)) return 'text-text'
  if (/^[0-9]/.test(run)) return 'text-accent'
  return 'text-symbol'
}
