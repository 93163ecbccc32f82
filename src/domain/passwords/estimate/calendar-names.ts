import { foldedOf } from './text.ts'

const LANGUAGES =
  'en de es fr it pt nl pl tr ru uk sv da nb fi cs sk hu ro bg hr sr sl el he ar fa hi id th lt lv et ca'.split(
    ' ',
  )

export type CalendarNames = {
  /** In order, for each language. */
  months: string[][]
  weekdays: string[][]
  /** Every spelling of a month, alone or in a date, with its number in the first language that has it. */
  monthNames: Map<string, number>
  /** The first three characters of each. */
  monthStarts: Set<string>
}

let names: CalendarNames | null = null

/** Names in Unicode's locale data, which browsers and Bun contain; folded. Reading them takes about 20 ms, once. */
export function calendarNames(): CalendarNames {
  names ??= readNames()
  return names
}

function readNames(): CalendarNames {
  const months = LANGUAGES.map((language) => list(language, { month: 'long' }, 'month', MONTHS))
  const weekdays = LANGUAGES.map((language) => list(language, { weekday: 'long' }, 'weekday', DAYS))
  const inDates = (['long', 'medium'] as const).flatMap((dateStyle) =>
    LANGUAGES.map((language) => list(language, { dateStyle }, 'month', MONTHS)),
  )
  const numbered = [...months, ...inDates].flatMap((names) =>
    names.map((name, at) => [name, at + 1] as const),
  )
  const monthNames = new Map(numbered.toReversed().filter(([name]) => isName(name)))
  const monthStarts = new Set([...monthNames.keys()].map((name) => name.slice(0, NAME_LENGTH_MIN)))
  return { months, weekdays, monthNames, monthStarts }
}

export const NAME_LENGTH_MIN = 3
const isName = (name: string) => name.length >= NAME_LENGTH_MIN && !/\d/.test(name)

/** January 1, 2024 was a Monday. */
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 15))
const DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, 1 + day))

function list(
  language: string,
  options: Intl.DateTimeFormatOptions,
  type: 'month' | 'weekday',
  times: readonly number[],
): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' })
  return times.map((time) => {
    const name = format.formatToParts(time).find((part) => part.type === type)?.value ?? ''
    return foldedOf(name).replace(/^de |^d'|\./g, '')
  })
}
