import { colouredRuns } from './coloured-runs.ts'

type Props = {
  password: string
  /** Lines end between words where they can, as in a passphrase. */
  breaksAfterWords?: boolean
}

/** A password with its digits and symbols told apart from its letters by color. */
export function ColouredPassword({ password, breaksAfterWords = false }: Props) {
  return colouredRuns(password).map(({ text, className, isLetters }, index) => (
    <span key={index} className={className}>
      {text}
      {breaksAfterWords && !isLetters && <wbr />}
    </span>
  ))
}
