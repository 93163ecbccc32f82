const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

export function formatGuesses(log10Guesses: number): string {
  const exponent = Math.round(log10Guesses)
  if (exponent < 1) return 'fewer than 10'
  const digits = [...String(exponent)].map((digit) => SUPERSCRIPTS.charAt(Number(digit)))
  return `about 10${digits.join('')}`
}

/** For screen readers, which spell out superscripts. */
export function speakGuesses(log10Guesses: number): string {
  const exponent = Math.round(log10Guesses)
  return exponent < 1 ? 'fewer than 10' : `about 10 to the power of ${exponent}`
}

/** The next 1, 2 or 5 × 10ⁿ above a rank that is accurate to 12%. */
export function roundRank(rank: number): number {
  const max = rank * 1.12
  const power = 10 ** Math.floor(Math.log10(Math.max(10, max)))
  const factor = [1, 2, 5].find((step) => step * power >= max) ?? 10
  return factor * power
}
