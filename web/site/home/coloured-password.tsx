const RUNS = /[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+/g

/** A password with its digits and symbols told apart from its letters by colour. */
export function ColouredPassword({ password }: { password: string }) {
  return Array.from(password.matchAll(RUNS), ({ 0: run, index }) => (
    <span key={index} className={colourOf(run)}>
      {run}
    </span>
  ))
}

function colourOf(run: string): string {
  if (/^[A-Za-z]/.test(run)) return 'text-text'
  if (/^[0-9]/.test(run)) return 'text-accent'
  return 'text-symbol'
}
