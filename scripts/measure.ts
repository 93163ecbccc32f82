export type Bench = {
  /** What is measured, against what. */
  about: string
  /** What must follow the name, when it needs to be told something. */
  usage?: string
  /**
   * Measures, within a minute or two, and answers a table: its head, then a row for each subject and the ratio. `args` are
   * the words behind the name; null when they are not as in `usage`.
   */
  run(args: string[]): Promise<string[][] | null>
}

/**
 * Measures each subject once a round, `rounds` times, so that whatever else the machine does meets them all alike.
 * Answers the measurements by subject.
 */
export async function interleaved<Measurement>(
  rounds: number,
  subjects: Record<string, () => Promise<Measurement>>,
): Promise<Map<string, Measurement[]>> {
  const measured = new Map<string, Measurement[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(subjects)) {
      measured.set(name, [...(measured.get(name) ?? []), await measure()])
    }
  }
  return measured
}

/** The middle one, or the mean of the middle two. `fraction` picks another place: 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], fraction = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

/**
 * A head and a row for each subject with the medians of its measurements; the last row divides the first subject's
 * by the second's.
 */
export function medianRows<Measurement>(
  measured: ReadonlyMap<string, readonly Measurement[]>,
  columns: Record<string, { read: (one: Measurement) => number; digits: number }>,
): string[][] {
  const figures = Object.values(columns)
  const medians = [...measured].map(([name, all]) => ({
    name,
    values: figures.map(({ read }) => quantile(all.map(read))),
  }))
  const [ours, theirs] = medians
  const show = (value: number, digits: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return [
    ['', ...Object.keys(columns)],
    ...medians.map(({ name, values }) => [
      name,
      ...values.map((value, at) => show(value, figures[at]?.digits ?? 0)),
    ]),
    ['ratio', ...figures.map((_, at) => show((ours?.values[at] ?? 0) / (theirs?.values[at] ?? 0), 2))],
  ]
}
