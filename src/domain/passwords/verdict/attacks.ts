/** An attack on a password, and how many guesses a second it makes. */
export type Attack = { name: string; example: string; guessesPerSecond: number }

/**
 * From the slowest to the fastest. The rates are round orders of magnitude: a site that allows 100 sign-ins an hour;
 * Argon2 or bcrypt at usual settings, and MD5 or SHA-1, on one graphics card (hashcat's published benchmarks: about
 * 10⁴ to 10⁵ and 10¹⁰ to 10¹¹ hashes a second); a thousand such cards.
 */
export const ATTACKS = [
  {
    name: 'Throttled sign-in',
    example: 'a website that allows 100 tries an hour',
    guessesPerSecond: 100 / 3600,
  },
  {
    name: 'Slow hash',
    example: 'a stolen database with Argon2 or bcrypt, one graphics card',
    guessesPerSecond: 1e4,
  },
  {
    name: 'Fast hash',
    example: 'a stolen database with MD5 or SHA-1, one graphics card',
    guessesPerSecond: 1e10,
  },
  { name: 'Rack of graphics cards', example: 'a fast hash and a thousand cards', guessesPerSecond: 1e13 },
] as const satisfies readonly Attack[]

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** Orders of magnitude: the estimate is too rough for numbers. */
const DURATIONS = [
  { under: 10, text: 'at once' },
  { under: 5 * MINUTE, text: 'within minutes' },
  { under: 5 * HOUR, text: 'within hours' },
  { under: 10 * DAY, text: 'within days' },
  { under: 100 * DAY, text: 'within months' },
  { under: 10 * YEAR, text: 'within years' },
  { under: 100 * YEAR, text: 'within decades' },
  { under: 1000 * YEAR, text: 'within centuries' },
] as const

const LONGEST = 'after millennia'

/** How soon an attack makes 10^`decades` guesses, in words that go with 'found': 'within days'. */
export function describeDuration(decades: number, { guessesPerSecond }: Attack): string {
  const seconds = 10 ** decades / guessesPerSecond
  return DURATIONS.find(({ under }) => seconds < under)?.text ?? LONGEST
}

/** Whether the attack would have to go on for more than ten years. */
export const holdsAgainst = (decades: number, { guessesPerSecond }: Attack): boolean =>
  10 ** decades / guessesPerSecond >= 10 * YEAR
