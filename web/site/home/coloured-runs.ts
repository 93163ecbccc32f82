const RUNS = /[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+/g

export type ColouredRun = { text: string; className: string; isLetters: boolean }

/** A password cut into letters, digits and symbols, each with the class of its color. */
export function colouredRuns(password: string): ColouredRun[] {
  return Array.from(password.matchAll(RUNS), ([text]) => ({
    text,
    className: colourOf(text),
    isLetters: isLetters(text),
  }))
}

const isLetters = (run: string) => /^[A-Za-z]/.test(run)

function colourOf(run: string): string {
  if (isLetters(run)) return 'text-text'
  if (/^[0-9]/.test(run)) return 'text-accent'
  return 'text-symbol'
}
