/**
 * Merges two lists by the weighted mean of log probabilities. A password missing from a list counts as a hundredth of
 * the character model's probability.
 */
const BREACHED_WEIGHT = 4
const CHOSEN_WEIGHT = 0.45
const UNLISTED_FACTOR = 0.01

/** Zipf exponent of leaked passwords (Wang et al. 2017). */
const ZIPF_EXPONENT = 0.8

export function rankPasswords(
  breached: readonly string[],
  chosen: readonly string[],
  log2Probability: (password: string) => number,
): string[] {
  const lists = [
    { weight: BREACHED_WEIGHT, probabilities: zipf(breached) },
    { weight: CHOSEN_WEIGHT, probabilities: zipf(chosen) },
  ]
  const scores = new Map<string, number>()
  for (const password of new Set([...breached, ...chosen])) {
    const byModel = UNLISTED_FACTOR * 2 ** log2Probability(password)
    const score = lists.reduce(
      (sum, { weight, probabilities }) =>
        sum + weight * Math.log((probabilities.get(password) ?? 0) + byModel),
      0,
    )
    scores.set(password, score)
  }
  return [...scores]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([password]) => password)
}

function zipf(words: readonly string[]): Map<string, number> {
  const weights = words.map((_, at) => (at + 1) ** -ZIPF_EXPONENT)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return new Map(words.map((word, at) => [word, (weights[at] ?? 0) / total]))
}
