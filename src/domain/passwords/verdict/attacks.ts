export type Attack = { name: string; example: string; guessesPerSecond: number }

/**
 * Slowest first, rounded to orders of magnitude: 100 sign-ins an hour; Argon2 or bcrypt, and MD5 or SHA-1, on one GPU
 * (hashcat benchmarks: 10⁴–10⁵ and 10¹⁰–10¹¹ hashes/s); a thousand such GPUs.
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

const MILLENNIA = 'after millennia'

export function describeDuration(log10Guesses: number, { guessesPerSecond }: Attack): string {
  const seconds = 10 ** log10Guesses / guessesPerSecond
  return DURATIONS.find(({ under }) => seconds < under)?.text ?? MILLENNIA
}

export const holdsAgainst = (log10Guesses: number, { guessesPerSecond }: Attack): boolean =>
  10 ** log10Guesses / guessesPerSecond >= 10 * YEAR
