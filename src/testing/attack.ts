/** Set by `scripts/test` with `--attack` or `--browsers`. */
export const isLong = process.env.PASSWRIGHT_ATTACK === '1'

export const shortOrLong = <Value>(short: Value, long: Value): Value => (isLong ? long : short)

export function printFigures(attack: string, figures: Record<string, number | string>): void {
  const words = Object.entries(figures).map(([name, figure]) => `${figure} ${name}`)
  process.stdout.write(`${attack}: ${words.join(', ')}\n`)
}
