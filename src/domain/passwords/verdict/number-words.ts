const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** The order of magnitude as people write it: 'about 10⁷'. Few guesses are 'fewer than 10'. */
export function writeGuesses(decades: number): string {
  const exponent = Math.round(decades)
  if (exponent < 1) return 'fewer than 10'
  const digits = [...String(exponent)].map((digit) => SUPERSCRIPTS.charAt(Number(digit)))
  return `about 10${digits.join('')}`
}

/** The same for screen readers, which spell superscripts out one by one. */
export function sayGuesses(decades: number): string {
  const exponent = Math.round(decades)
  return exponent < 1 ? 'fewer than 10' : `about 10 to the power of ${exponent}`
}

/** The next round number, 1, 2 or 5 times a power of ten, that a rank known to within 12 % surely doesn't exceed. */
export function roundRank(rank: number): number {
  const most = rank * 1.12
  const power = 10 ** Math.floor(Math.log10(Math.max(10, most)))
  const factor = [1, 2, 5].find((step) => step * power >= most) ?? 10
  return factor * power
}
