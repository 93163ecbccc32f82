import { calendarNames, NAME_LENGTH_MIN } from '#domain/passwords/estimate/calendar-names.ts'
import type { Finding, Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const FIRST_YEAR = 1930
const LAST_YEAR = 2039
const YEAR_BITS = Math.log2(LAST_YEAR - FIRST_YEAR + 1)
/** Years in history books, and those of the Persian and Buddhist calendars. */
const OTHER_YEAR_BITS = 11
const FIRST_OTHER_YEAR = 1000
const LAST_OTHER_YEAR = 2600
const SHORT_CENTURY = 30

const DAY_BITS = Math.log2(366)
const MONTH_BITS = Math.log2(12)
const TIME_BITS = Math.log2(24 * 60)
const QUARTER_BITS = 2
const FORMAT_BITS = 2
const SEPARATOR_BITS = 1.5
const LANGUAGE_BITS = 3
const CAPITALS_BITS = 1
/** If the whole text is a date, this is what tells it from other texts. */
const WHOLE_BITS = 5

/** Stands for a month's name. */
const MONTH = '\ue000'
const MONTH_LENGTH_MAX = 14
/** Shorter names are parts of many words. */
const LONG_NAME_LENGTH = 5

/** d, m, y: numbers; n: a month's name; s: separators; h: a time; q: a quarter; z: another year; e: one of an era. */
const FROM_DIGIT = [
  /(?<y>\d{1,4})(?<s>[年년] ?)(?<m>\d\d?)[月월](?: ?(?<d>\d\d?)[日일号號])?/y,
  /(?<d>\d\d)(?<m>\d\d)(?<y>\d{4})/y,
  /(?<m>\d\d)(?<d>\d\d)(?<y>\d{4})/y,
  /(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)/y,
  /(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)/y,
  /(?<m>\d\d)(?<d>\d\d)(?<y>\d\d)/y,
  /(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)/y,
  /(?<!\d)(?<d>\d\d?)(?<s>[-/._ ,:] ?)(?<m>\d\d?)\k<s>(?<y>\d{4}|\d\d)/y,
  /(?<!\d)(?<m>\d\d?)(?<s>[-/._ ,:] ?)(?<d>\d\d?)\k<s>(?<y>\d{4}|\d\d)/y,
  /(?<y>\d{4}|\d\d)(?<s>[-/._ ,:] ?)(?<m>\d\d?)\k<s>(?<d>\d\d?)/y,
  /(?<m>\d\d?)(?<s>[月월] ?)(?<d>\d\d?)[日일号號]/y,
  /(?<d>\d\d?)(?:st|nd|rd|th|er|[oae.])?(?<s>[-/._ ,']{0,2}(?:(?:del?|of|the|di|do|den|van)[ ._-]?|d')?)(?<n>\ue000)(?:[-/._ ,']{0,2}(?:(?:del?|of|di|do|van)[ ._-]?)?(?<y>\d{4}|\d\d))?/y,
  /(?<d>\d\d?)(?<s> ?thang ?)(?<m>\d\d?)(?: ?(?:nam ?)?(?<y>\d{4}))?/y,
  /(?<y>\d{4})(?<s>[-/._ ,]{0,2})(?<n>\ue000)(?:[-/._ ,]{0,2}(?<d>\d\d?))?/y,
  /(?<!\d)(?<m>\d\d?)(?<s>[-/.])(?<y>\d{4})/y,
  /(?<y>\d{4})(?<s>[-/.])(?<m>\d\d)/y,
  /(?<y>\d{4})(?<s>[-/ _.]?)(?<q>q[1-4])/y,
  /(?<y>\d{4})(?<s>[-/]|to)(?<z>\d{4}|\d\d)/y,
  /(?<!\d)(?<h>[01]?\d|2[0-3])(?<s>[:h]|\.(?=\d\d ?[ap]m))[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?/y,
]
const FROM_DIGITS = FROM_DIGIT.filter(({ source }) => !source.includes('<s>'))
const FROM_NAME = [
  /(?<s>明治|大正|昭和|平成|令和|民[国國])(?<e>\d{1,3}|元)[年년] ?(?<m>\d\d?)[月월](?: ?(?<d>\d\d?)[日일号號])?/y,
  /(?<n>\ue000)(?<s>[-/._ ,]{0,2}(?:the )?)(?<d>\d\d?)(?:st|nd|rd|th|er|[oae.])?(?:[-/._ ,']{0,2}(?<y>\d{4}|\d\d))?/y,
  /(?<n>\ue000)(?<s>[-/._ ,']{0,2}(?:(?:del?|of|di|do|van)[ ._-]?)?)(?<y>\d{4}|\d\d)/y,
  /(?<n>\ue000)/y,
  /(?<q>q[1-4])(?<s>[-/ _.]?)(?<y>\d{4}|\d\d)/y,
]

const TIME_AFTER = /[t ](?:[01]\d|2[0-3]):?[0-5]\d(?::?[0-5]\d)?z?/y

const START = /[\dq明大昭平令民\ue000]/g

type Text = { shape: string; starts: number[] }

/** Dates, parts of dates and times, in the digits of any script and with the month names of thirty languages. */
export function findDates(characters: readonly Character[]): Match[] {
  const text = readShape(characters.map(({ folded }) => folded).join(''))
  return [...text.shape.matchAll(START)].flatMap(({ index }) => [
    ...datesAt(text, index, characters),
    ...yearAt(text, index),
  ])
}

/** Replaces months' names by one character each. `starts` has the place of each, and of the end. */
function readShape(folded: string): Text {
  const { monthNames, monthStarts } = calendarNames()
  const text: Text = { shape: '', starts: [] }
  for (let at = 0; at < folded.length; ) {
    const mayStart = monthStarts.has(folded.slice(at, at + NAME_LENGTH_MIN)) && isLetter(folded.charAt(at))
    const name = mayStart ? longestName(folded, at, monthNames) : null
    text.starts.push(at)
    text.shape += name === null ? folded.charAt(at) : MONTH
    at += name?.length ?? 1
  }
  text.starts.push(folded.length)
  return text
}

function longestName(folded: string, at: number, names: ReadonlyMap<string, number>): string | null {
  for (let length = Math.min(MONTH_LENGTH_MAX, folded.length - at); length >= NAME_LENGTH_MIN; length--) {
    const name = folded.slice(at, at + length)
    if (!names.has(name)) continue
    const isAlone = !isLetter(folded.charAt(at - 1)) && !isLetter(folded.charAt(at + length))
    if (isAlone || length >= LONG_NAME_LENGTH) return name
  }
  return null
}

function datesAt({ shape, starts }: Text, at: number, characters: readonly Character[]): Match[] {
  const [digits = ''] = /^\d{0,5}/.exec(shape.slice(at, at + 5)) ?? []
  const patterns = digits === '' ? FROM_NAME : digits.length < 5 ? FROM_DIGIT : FROM_DIGITS
  return patterns.flatMap((pattern) => {
    pattern.lastIndex = at
    const match = pattern.exec(shape)
    const named = match?.groups ? bitsOf(match.groups) : null
    if (!match || named === null) return []
    const start = starts[at] ?? 0
    TIME_AFTER.lastIndex = at + match[0].length
    const [time] = (match.groups?.d && TIME_AFTER.exec(shape)) || ['']
    const end = starts[at + match[0].length + time.length] ?? 0
    const isCapital = characters.slice(start, end).some(({ isUpper }) => isUpper)
    const bits = named + (time === '' ? 0 : TIME_BITS) + (isCapital ? CAPITALS_BITS : 0)
    const finding: Finding = { kind: match.groups?.h ? 'time' : 'date' }
    return [{ start, end, bits, randomBits: bits + WHOLE_BITS, finding }]
  })
}

/** Null for no date. */
function bitsOf({ d, m, n, y, z, q, h, s, e }: Record<string, string | undefined>): number | null {
  const format = FORMAT_BITS + (n ? LANGUAGE_BITS : s ? SEPARATOR_BITS : 0)
  if (h) return TIME_BITS + format
  if (m && !isWithin(Number(m), 1, 12)) return null
  if (d && !isWithin(Number(d), 1, 31)) return null
  const years = [y, z].map((digits) => (digits === undefined ? 0 : bitsOfYear(digits, Boolean(s || n))))
  const dayBits = d ? DAY_BITS : q ? QUARTER_BITS : m || n ? MONTH_BITS : 0
  const bits = years.reduce((sum, year) => sum + year, dayBits + format + (e ? YEAR_BITS : 0))
  return Number.isFinite(bits) ? bits : null
}

function bitsOfYear(digits: string, isEvident: boolean): number {
  const year = fullYear(digits)
  if (isWithin(year, FIRST_YEAR, LAST_YEAR)) return YEAR_BITS
  const isOther = isEvident && isWithin(year, FIRST_OTHER_YEAR, LAST_OTHER_YEAR)
  return isOther ? OTHER_YEAR_BITS : Number.POSITIVE_INFINITY
}

function yearAt({ shape, starts }: Text, at: number): Match[] {
  const year = Number(/^\d{4}/.exec(shape.slice(at, at + 4))?.[0])
  if (!isWithin(year, FIRST_YEAR, LAST_YEAR)) return []
  return [
    { start: starts[at] ?? 0, end: starts[at + 4] ?? 0, bits: YEAR_BITS, finding: { kind: 'year', year } },
  ]
}

function fullYear(digits: string): number {
  if (digits.length !== 2) return Number(digits)
  return Number(digits) + (Number(digits) < SHORT_CENTURY ? 2000 : 1900)
}

const isLetter = (character: string) => /\p{L}/u.test(character)

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most
