import { foldWord } from './field-names.ts'

/** `isZoneless`: a time of day without a time zone, which is read as UTC. */
export type ReadDate = { at: string; isZoneless: boolean }

type Parts = { day: string; time: RegExpExecArray | null; zone: string }

/** Years before are placeholders, such as 0001-01-01. */
const FIRST_YEAR = 1900
const LENGTH_MAX = 100

/**
 * Reads what blogs write, with or without a weekday: ISO 8601, RFC 2822, 2013/7/13 20:46:25, January 5, 2024, 5. Mai 2024,
 * 2024年1月5日, 20240105, and seconds or milliseconds since 1970. Returns null rather than a guess, as for 05/01/2024.
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
  const timed = spelled
    .replace(DOTTED_TIME, '$1:$2')
    .replace(HALF_FIRST, (_, isMorning, time) => ` ${time} ${isMorning ? 'am' : 'pm'}`)
  return momentOf(partsOf(timed.trim()))
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
  /(?:(?:(?<=\d)T|^|[\s,(])\s{0,3})(\d{1,2})(?:[:h時时点시]\s?(\d{1,2})(?:[:分분]\s?(\d{1,2})(?:[.,](\d{1,9}))?)?\s?[分분秒초]?)?\s?([ap]\.?m\.?|Uhr)?(?=$|[\sZzT+\-([,])/gi
/** In Danish, Finnish and Indonesian: kl. 10.15. */
const DOTTED_TIME = /(?<=\s)(?:klo?\.?|pukul)\s?(\d{1,2})[.:](\d{2})(?=$|[\s.:,])/i
const HALF_FIRST = /(?:(오전|上午|午前)|오후|下午|午後)\s?(\d\S*)/
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
  // MAR is Tuesday in Spanish.
  if (/^[A-Z]{2,5}$/.test(zone) && abbreviated(zone) === undefined)
    return { day: `${text.slice(0, time.index)} ${after}`, time, zone: '' }
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

const YEAR_FIRST = /^(\d{4})\s?[-/.年년\s]\s?(\d{1,2})\s?[-/.月월\s]\s?(\d{1,2})\s?[日일.]?$/u
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/

type Day = { year: number; month: number; day: number }

function dayOf(written: string): Day | null {
  const text = foldName(written).replace(/(?<=\d\s?[日일])(?=[^\s曜요])/g, ' ')
  return dayInNumbers(text) ?? dayInWords(text, [english()]) ?? dayBesideWeekday(text)
}

function dayBesideWeekday(text: string): Day | null {
  const weekdays = new Set(languages().flatMap(({ others }) => [...others]))
  const rest = text.replace(WORD, (word) => (weekdays.has(word) || FILLERS.has(word) ? ' ' : word))
  return dayInNumbers(rest) ?? dayInWords(text, languages()) ?? dayInWords(rest, languages())
}

const WORD = /(?<![\p{L}\p{N}])[\p{L}']+(?!\p{N})/gu

function dayInNumbers(written: string): Day | null {
  const text = written.replace(/^[\s,،.()-]{1,6}|[\s,،.()-]{1,6}$/g, '')
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) }
  const [, first, separator, second, last] = YEAR_LAST.exec(text) ?? []
  return first === undefined
    ? null
    : dayOfPair(Number(first), Number(second), Number(last), separator === '.')
}

/** Dots are used where the day comes first; with others, 05/01 is the fifth of January or May 1. */
function dayOfPair(first: number, second: number, year: number, isDayFirst: boolean): Day | null {
  if (isDayFirst || first > 12 || first === second) return { year, month: second, day: first }
  return second > 12 ? { year, month: first, day: second } : null
}

const LANGUAGES =
  'en de fr es it pt nl pl ru uk cs sk sl hr ro hu tr sv da nb fi et lv lt el bg ca id ar he hi fa ja ko zh'.split(
    ' ',
  )
const FILLERS = new Set(
  'at of the on in um den der am le la el il em de del den kl a as alle las ore г года р року yil gada g m d'.split(
    ' ',
  ),
)

/** `others`: weekdays, and words such as 'de' in '5 de mayo'. */
type Names = { months: ReadonlyMap<string, number>; others: ReadonlySet<string> }

const SEPARATORS = /[\s,،./\-()]+/

/** Null if two languages read different days: listopad is October or November. */
function dayInWords(text: string, languages: readonly Names[]): Day | null {
  const words = text.split(SEPARATORS).filter((word) => word !== '' && !FILLERS.has(word))
  const [first, ...others] = languages.flatMap((names) => dayIn(words, names) ?? [])
  return first && others.every(({ month }) => month === first.month) ? first : null
}

function dayIn(words: string[], { months, others }: Names): Day | null {
  const numbers: string[] = []
  const named: string[] = []
  for (const word of words) {
    const number = /^(\d{1,4})(?:st|nd|rd|th|er|e|o|a|:e)?$/.exec(word)?.[1]
    if (number !== undefined) numbers.push(number)
    else if (months.has(word)) named.push(word)
    else if (!others.has(word)) return null
  }
  const [year, ...years] = numbers.filter((number) => number.length === 4)
  const [day, ...days] = numbers.filter((number) => number.length < 3)
  const [month, ...more] = new Set(monthsAmong(named, others).map((name) => months.get(name)))
  const isOne = years.length + days.length + more.length === 0 && numbers.length === 2
  return isOne && month !== undefined ? { year: Number(year), month, day: Number(day) } : null
}

/** In Spanish, mar is Tuesday and March. */
function monthsAmong(names: string[], others: ReadonlySet<string>): string[] {
  const surely = names.filter((name) => !others.has(name))
  return surely.length > 0 ? surely : names
}

const foldName = (text: string) =>
  foldWord(text.replace(/\p{Cf}/gu, '').replace(/[’ʼ׳]/g, "'"))
    .replaceAll('ı', 'i')
    .normalize('NFC')

let englishNames: Names | undefined
let known: Names[] | undefined

const english = (): Names => {
  englishNames ??= namesIn('en')
  return englishNames
}

/** They take a tenth of a second, so only once they are needed. */
const languages = (): Names[] => {
  known ??= LANGUAGES.map((language) => (language === 'en' ? english() : namesIn(language)))
  return known
}

function namesIn(language: string): Names {
  const months = new Map<string, number>(language === 'en' ? [['sept', 9]] : [])
  const others = new Set(language === 'en' ? ['tues', 'weds', 'thur', 'thurs'] : [])
  for (const width of ['long', 'short'] as const) {
    const inDates = {
      weekday: width,
      day: 'numeric',
      month: width,
      year: 'numeric',
      hour: 'numeric',
    } as const
    for (const options of [inDates, { month: width }, { weekday: width }]) {
      const partsAt = formatter(language, options)
      for (let month = 1; month <= 12; month++) {
        let before = ''
        for (const { type, value } of partsAt(Date.UTC(2024, month - 1, 5))) {
          // Hebrew glues its "in" to the month. Some languages number their short months.
          if (type === 'month' && /\p{L}/u.test(value))
            for (const name of [value, before + value]) months.set(name.replace(/\.$/, ''), month)
          if (type === 'weekday' || type === 'literal')
            for (const word of value.split(SEPARATORS)) others.add(word)
          before = value.split(/\s/).at(-1) ?? ''
        }
      }
    }
  }
  return { months, others }
}

function formatter(language: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' })
  return (at: number) => format.formatToParts(at).map(({ type, value }) => ({ type, value: foldName(value) }))
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

const abbreviated = (zone: string) =>
  ABBREVIATIONS.find(([, names]) => names.split(' ').includes(zone.toUpperCase()))?.[0]

/** As Temporal takes it: 'Europe/Berlin' as it is, '+02:00' for 'GMT+2:00'. */
const timeZoneOf = (zone: string): string =>
  abbreviated(zone || 'Z') ?? zone.replace(/^(?:UTC|GMT)/, '').replace(/^([+-])(?=\d(?::|$))/, '$10')
