export type Bench = {
  about: string
  /** Arguments after the name. */
  usage?: string
  /** Takes up to two minutes. Returns a table: header, subjects; null for wrong arguments. */
  run(args: string[]): Promise<string[][] | null>
}

/** Alternates between subjects, so that other load affects all equally. */
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

/** The median by default; 0.99 gives the 99th percentile. */
export function quantile(values: readonly number[], fraction = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b)
  const position = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}
