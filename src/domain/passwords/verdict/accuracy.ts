/** Of LinkedIn passwords outside the list, 62% of the estimates are within this factor of the guesses that found them. */
const USUAL_FACTOR = 20

export const USUAL_ERROR = `Outside the list of known passwords, about half of the estimates are within a factor of ${USUAL_FACTOR}, and the others are too high about as often as too low.`

/** Rank correlations with the LinkedIn leak, measured by `scripts/bench strength`. */
export const CORRELATIONS = [
  { estimator: 'Our estimate', used: '.91', cracked: '.92', eachOnce: '.88' },
  { estimator: 'zxcvbn', used: '.80', cracked: '.91', eachOnce: '.84' },
  { estimator: 'zxcvbn-ts', used: '.81', cracked: '.90', eachOnce: '.84' },
  { estimator: 'The six criteria', used: '.80', cracked: '.74', eachOnce: '.49' },
]

/** Compressed, of all that the checker loads at its first use. */
export const DATA_SIZE = '240 kB'
