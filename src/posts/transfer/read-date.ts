import { foldWord } from './field-names.ts'

/** `isZoneless`: a time of day without a time zone, which is read as UTC. */
export type ReadDate = { at: string; isZoneless: boolean }

type Parts = { day: string; time: RegExpExecArray | null; zone: string }

/** Years before are placeholders, such as 0001-01-01. */
const FIRST_YEAR = 1900
const LENGTH_MAX = 100

/**
 * Reads what blogs write: ISO 8601, RFC 2822, 2013/7/13 20:46:25, January 5, 2024, 5. Mai 2024, 2024年1月5日, 20240105, and
 * seconds or milliseconds since 1970. Returns null rather than a guess, as for 05/01/2024.
 */
export function readDate(value: unknown): ReadDate | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = asciiDigits(String(value)).trim()
  if (text === '' || text.length > LENGTH_MAX) return null
  const spelled = text.replace(COMPACT, (_, year, month, day, hour, minute, second = '00', zone = '') =>
    hour === undefined
      ? `${year}-${month}-${day} ${zone}`
      : `${year}-${month}-${day} ${hour}:${minute}:${second} ${zone}`,
  )
  if (/^\d{9,13}$/.test(spelled)) return epochDate(Number(spelled))
  return momentOf(partsOf(spelled.trim()))
}

/** Returns ISO 8601 in UTC, or null if unreadable. */
export const parseDate = (value: unknown): string | null => readDate(value)?.at ?? null

/** 20240105, 20240105T101500Z, and the names of Zettelkasten notes: 202401051015. */
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:[Tt]?(\d{2})(\d{2})(\d{2})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

const MILLISECONDS_FROM = 100_000_000_000

function epochDate(number: number): ReadDate | null {
  const date = new Date(number < MILLISECONDS_FROM ? number * 1000 : number)
  return Number.isNaN(date.getTime()) ? null : { at: date.toISOString(), isZoneless: false }
}

const asciiDigits = (text: string) =>
  text
    .slice(0, LENGTH_MAX + 1)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit)))

/** Unicode's decimal digits are in runs of ten, from zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

const TIME =
  /(?:(?:[Tt]|^|[\s,(])\s{0,3})(?:kl\.?\s?)?(\d{1,2})(?:[:h時时点시]\s?(\d{1,2})(?:[:分분]\s?(\d{1,2})(?:[.,](\d{1,9}))?)?\s?[分분秒초]?)?\s?([ap]\.?m\.?|Uhr)?(?=$|[\sZzT+\-([,])/gi
const ZONE =
  /^[\s,]{0,3}\(?([Zz]|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{2,5}(?![a-z])|\[?[A-Z][a-z]{1,20}\/[A-Za-z_/]{1,40}\]?)\)?(?=$|[\s([,])/
const ZONE_AFTER_DAY = /^(\d{4}-\d{1,2}-\d{1,2})\s?(Z|[+-]\d{2}:?\d{2}|UTC|GMT)$/

function partsOf(text: string): Parts {
  const [, only, zoneOfDay] = ZONE_AFTER_DAY.exec(text) ?? []
  if (only !== undefined && zoneOfDay !== undefined) return { day: only, time: null, zone: zoneOfDay }
  const time = timeIn(text)
  if (!time) return { day: text, time: null, zone: '' }
  const after = text.slice(time.index + time[0].length)
  const found = ZONE.exec(after)
  const zone = found?.[1] ?? ''
  const rest = after.slice(found?.[0].length ?? 0).replace(/[([][^()[\]]*[)\]]/g, '')
  return { day: `${text.slice(0, time.index)} ${rest}`, time, zone: zone.replace(/[[\]]/g, '') }
}

/** A bare number is a time only with am, pm or a unit. */
function timeIn(text: string): RegExpExecArray | null {
  for (const match of text.matchAll(TIME)) {
    if (match[2] !== undefined || match[5] !== undefined) return match
  }
  return null
}

function momentOf({ day, time, zone }: Parts): ReadDate | null {
  const date = dayOf(day)
  if (!date || date.year < FIRST_YEAR) return null
  try {
    const local = Temporal.PlainDateTime.from({ ...date, ...(time && clockOf(time)) }, { overflow: 'reject' })
    const { epochMilliseconds } = local.toZonedDateTime(timeZoneOf(zone))
    return { at: new Date(epochMilliseconds).toISOString(), isZoneless: time !== null && zone === '' }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Midnight and noon are 12 with am and pm. */
function clockOf([, hours, minutes, seconds, fraction = '0', half = '']: RegExpExecArray) {
  const given = Number(hours)
  const isHalf = /^[ap]/i.test(half) && given <= 12
  return {
    hour: isHalf ? (given % 12) + (/^p/i.test(half) ? 12 : 0) : given,
    minute: Number(minutes ?? 0),
    second: Number(seconds ?? 0),
    millisecond: Math.floor(Number(`0.${fraction}`) * 1000),
  }
}

const YEAR_FIRST =
  /^(\d{4})\s?[-/.年년\s]\s?(\d{1,2})\s?[-/.月월\s]\s?(\d{1,2})\s?[日일.]?(?:\s?\(\p{L}{1,12}\)|\s\p{L}{1,12})?$/u
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/

type Day = { year: number; month: number; day: number }

function dayOf(written: string): Day | null {
  const text = written.replace(/^[\s,T]{1,10}|[\s,T]{1,10}$/gi, '')
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) }
  const [, first, separator, second, last] = YEAR_LAST.exec(text) ?? []
  if (first !== undefined) return dayOfPair(Number(first), Number(second), Number(last), separator === '.')
  return dayInWords(text)
}

/** Dots are used where the day comes first; with others, 05/01 is the fifth of January or May 1. */
function dayOfPair(first: number, second: number, year: number, isDayFirst: boolean): Day | null {
  if (isDayFirst || first > 12 || first === second) return { year, month: second, day: first }
  return second > 12 ? { year, month: first, day: second } : null
}

const LANGUAGES =
  'en de fr es it pt nl pl ru uk cs sk sl hr ro hu tr sv da nb fi et lv lt el bg ca id ar he hi fa'.split(' ')
const FILLERS = new Set(
  'at of the on in um den der am le la el il em de del den kl at a à às alle las ore г г. года р. року yil'.split(
    ' ',
  ),
)

function dayInWords(text: string): Day | null {
  let year = 0
  let month = 0
  let day = 0
  const words = foldWord(text)
    .split(/[\s,./\-()]+/)
    .filter((word) => word !== '' && !FILLERS.has(word))
  const { months, weekdays } = namesFor(words)
  for (const word of words) {
    const number = /^(\d{1,4})(?:st|nd|rd|th|er|e|º|ª)?$/.exec(word)?.[1]
    if (number !== undefined && number.length === 4 && year === 0) year = Number(number)
    else if (number !== undefined && number.length < 3 && day === 0) day = Number(number)
    else if (months.has(word) && month === 0) month = months.get(word) ?? 0
    else if (!weekdays.has(word)) return null
  }
  return year > 0 && month > 0 && day > 0 ? { year, month, day } : null
}

type Names = { months: ReadonlyMap<string, number>; weekdays: ReadonlySet<string> }

let english: Names | undefined
let known: Names | undefined

/** Other languages take a tenth of a second, so only once they are needed. */
function namesFor(words: string[]): Names {
  english ??= namesIn(['en'])
  const { months, weekdays } = english
  const isEnglish = words.every((word) => !/\p{L}{3}/u.test(word) || months.has(word) || weekdays.has(word))
  if (isEnglish) return english
  known ??= namesIn(LANGUAGES)
  return known
}

/** Leaves out names that mean different months in different languages. */
function namesIn(languages: string[]): Names {
  const months = new Map<string, number>([['sept', 9]])
  const ambiguous = new Set<string>()
  const weekdays = new Set<string>()
  for (const language of languages) {
    for (const width of ['long', 'short'] as const) {
      for (const parts of [{ month: width }, { month: width, day: 'numeric' }] as const) {
        const nameOf = namer(language, parts, 'month')
        for (let month = 1; month <= 12; month++) {
          const name = nameOf(Date.UTC(2024, month - 1, 5))
          if ((months.get(name) ?? month) !== month) ambiguous.add(name)
          months.set(name, month)
        }
      }
      const nameOf = namer(language, { weekday: width }, 'weekday')
      for (let day = 1; day <= 7; day++) weekdays.add(nameOf(Date.UTC(2024, 0, day)))
    }
  }
  for (const name of ambiguous) months.delete(name)
  return { months, weekdays }
}

function namer(
  language: string,
  options: Intl.DateTimeFormatOptions,
  type: 'month' | 'weekday',
): (moment: number) => string {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' })
  return (moment) => {
    const part = format.formatToParts(moment).find((one) => one.type === type)?.value ?? ''
    return foldWord(part).replace(/\.$/, '')
  }
}

/** Left out: IST and others with several meanings. */
const ABBREVIATIONS: readonly [offset: string, names: string][] = [
  ['+00', 'Z UTC GMT UT WET'],
  ['-04', 'EDT'],
  ['-05', 'EST CDT'],
  ['-06', 'CST MDT'],
  ['-07', 'MST PDT'],
  ['-08', 'PST'],
  ['+01', 'CET MEZ WEST'],
  ['+02', 'CEST MESZ EET'],
  ['+03', 'EEST MSK'],
  ['+09', 'JST KST'],
  ['+10', 'AEST'],
  ['+11', 'AEDT'],
  ['+12', 'NZST'],
  ['+13', 'NZDT'],
]

/** As Temporal takes it: 'Europe/Berlin' as it is, '+02:00' for 'GMT+2:00'. */
function timeZoneOf(zone: string): string {
  const known = ABBREVIATIONS.find(([, names]) => names.split(' ').includes(zone.toUpperCase() || 'Z'))
  return known?.[0] ?? zone.replace(/^(?:UTC|GMT)/, '').replace(/^([+-])(?=\d(?::|$))/, '$10')
}
