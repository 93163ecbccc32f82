/**
 * Weighted Spearman rank correlation (Golla and Dürmuth 2018): a value's rank is the weight below it plus half the
 * weight of ties.
 */
export function weightedSpearman(
  values: readonly number[],
  truth: readonly number[],
  weights: readonly number[],
): number {
  return correlation(weightedRanks(values, weights), weightedRanks(truth, weights), weights)
}

function weightedRanks(values: readonly number[], weights: readonly number[]): number[] {
  const groups = Map.groupBy(values.keys(), (at) => values[at] ?? 0)
  const ranks: number[] = values.map(() => 0)
  let below = 0
  for (const [, places] of [...groups].sort(([one], [other]) => one - other)) {
    const tied = places.reduce((sum, at) => sum + (weights[at] ?? 0), 0)
    for (const at of places) ranks[at] = below + tied / 2
    below += tied
  }
  return ranks
}

function correlation(ones: readonly number[], others: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total
  const [one, other] = [mean(ones), mean(others)]
  const covariance = mean(ones.map((value, at) => (value - one) * ((others[at] ?? 0) - other)))
  const variances =
    mean(ones.map((value) => (value - one) ** 2)) * mean(others.map((value) => (value - other) ** 2))
  return covariance / Math.sqrt(variances)
}
