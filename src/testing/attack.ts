/** Whether the attack suites run in full, or in the short form that each run of all tests has. */
const isLong = process.env.PASSWRIGHT_ATTACK === '1'

export const shortOrLong = <Value>(short: Value, long: Value): Value => (isLong ? long : short)

/** Prints what an attack came to: figures by what they count. */
export function tellFigures(attack: string, figures: Record<string, number | string>): void {
  const words = Object.entries(figures).map(([name, figure]) => `${figure} ${name}`)
  process.stdout.write(`${attack}: ${words.join(', ')}\n`)
}
