export type Attack = { name: string; example: string; rate: string; guessesPerSecond: number }

/**
 * Slowest first, rounded to orders of magnitude from hashcat runs on one RTX 5090: bcrypt at cost 10 about 10⁴ hashes/s,
 * SHA-1, MD5 and NTLM 0.7, 2.2 and 3.4 × 10¹¹. The sign-in's rate is assumed.
 */
export const ATTACKS = [
  {
    name: 'Throttled sign-in',
    example: 'a website that limits tries',
    rate: '100 guesses an hour, our assumption',
    guessesPerSecond: 100 / 3600,
  },
  {
    name: 'Slow hash',
    example: 'a stolen database with bcrypt at cost 10, one graphics card',
    rate: '10,000 guesses a second',
    guessesPerSecond: 1e4,
  },
  {
    name: 'Fast hash',
    example: 'a stolen database with MD5 or SHA-1, one graphics card',
    rate: '100 billion guesses a second',
    guessesPerSecond: 1e11,
  },
  {
    name: 'Rack of graphics cards',
    example: 'a fast hash and a thousand cards',
    rate: '100 trillion guesses a second',
    guessesPerSecond: 1e14,
  },
] as const satisfies readonly Attack[]

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

export const WITHSTANDING_YEARS = 10

/** In order; an attack takes the first that it is under. */
export const DURATIONS = [
  { under: 10, text: 'at once' },
  { under: 5 * MINUTE, text: 'within minutes' },
  { under: 5 * HOUR, text: 'within hours' },
  { under: 10 * DAY, text: 'within days' },
  { under: 100 * DAY, text: 'within months' },
  { under: WITHSTANDING_YEARS * YEAR, text: 'within years' },
  { under: 100 * YEAR, text: 'within decades' },
  { under: 1000 * YEAR, text: 'within centuries' },
  { under: Number.POSITIVE_INFINITY, text: 'after millennia' },
] as const

export type Duration = (typeof DURATIONS)[number]

const durationOf = (log10Guesses: number, { guessesPerSecond }: Attack): Duration =>
  DURATIONS.find(({ under }) => 10 ** log10Guesses / guessesPerSecond < under) ?? DURATIONS[8]

export const describeDuration = (log10Guesses: number, attack: Attack): string =>
  durationOf(log10Guesses, attack).text

/** Whether an attack that takes so long is withstood. */
export const isLong = ({ under }: Duration): boolean => under > WITHSTANDING_YEARS * YEAR

export const holdsAgainst = (log10Guesses: number, attack: Attack): boolean =>
  isLong(durationOf(log10Guesses, attack))
