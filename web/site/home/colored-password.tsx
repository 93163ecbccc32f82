import { coloredRuns } from './colored-runs.ts'

type Props = {
  password: string
  /** For passphrases. */
  breaksAfterWords?: boolean
}

/** Colors digits and symbols differently from letters. */
export function ColoredPassword({ password, breaksAfterWords = false }: Props) {
  return coloredRuns(password).map(({ text, className, isLetters }, index) => (
    <span key={index} className={className}>
      {text}
      {breaksAfterWords && !isLetters && <wbr />}
    </span>
  ))
}
