const RUNS = /[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+/g

type Props = {
  password: string
  /** Lines end between words where they can, as in a passphrase. */
  breaksAfterWords?: boolean
}

/** A password with its digits and symbols told apart from its letters by color. */
export function ColouredPassword({ password, breaksAfterWords = false }: Props) {
  return Array.from(password.matchAll(RUNS), ({ 0: run, index }) => (
    <span key={index} className={colourOf(run)}>
      {run}
      {breaksAfterWords && !isLetters(run) && <wbr />}
    </span>
  ))
}

const isLetters = (run: string) => /^[A-Za-z]/.test(run)

function colourOf(run: string): string {
  if (isLetters(run)) return 'text-text'
  if (/^[0-9]/.test(run)) return 'text-accent'
  return 'text-symbol'
}
