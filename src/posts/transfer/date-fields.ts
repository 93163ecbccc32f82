import { type Field, foldWord } from './field-names.ts'
import words from './front-matter-words.json' with { type: 'json' }
import type { Notes } from './html-blocks.ts'
import { scheduledFor } from './kept-back.ts'
import type { ParsedPost, Waits } from './parsed-post.ts'
import { readDate } from './read-date.ts'

const folded = (lines: readonly string[]) => lines.flatMap((line) => line.split(' ')).map(foldWord)

/** The first readable one wins. */
const NAMES = {
  publishedAt: folded(words.publishedAt),
  createdAt: folded(words.createdAt),
  updatedAt: folded(words.updatedAt),
}

const ALL = new Set(Object.values(NAMES).flat())

export const isDateField = ({ name, value }: Field): boolean => ALL.has(name) && isWritten(value)

/** Programs write false for "don't show", and 'published' is a yes or no in most of them. */
const isWritten = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

const IS_ANSWER = /^(?:true|false|yes|no|y|n|on|off|0|1|auto)$/i

/** Also names of a yes or no: other texts in them are judged as such. */
const ALSO_ANSWERS = new Set(folded(['published publish veröffentlicht']))
/** Names that may hold something else, such as the time it takes to read. */
const ALSO_OTHERS = new Set(folded(['posted released issued time day timestamp data']))

type Dates = Pick<ParsedPost, 'createdAt' | 'publishedAt' | 'updatedAt' | 'keptBack'>

/** `day`: from the file's name, or ''; null for our own exports, which never guess a missing date. */
export function datesIn(fields: Field[], day: string | null, now: Date, notes: Notes, waits: Waits): Dates {
  const keptBack: string[] = []
  const given = fields
    .filter(isDateField)
    .filter(({ value }) => !IS_ANSWER.test(String(value).trim()))
    .map((field) => ({ ...field, read: readDate(field.value) }))
  for (const { name, path, value, read } of given) {
    const isPublication = NAMES.publishedAt.includes(name)
    if (read?.isZoneless) notes.add(`${path} has no time zone and was read as UTC: ${value}`)
    if (read && isPublication && read.at > now.toISOString()) {
      keptBack.push(scheduledFor(read.at))
      waits.set(scheduledFor(read.at), read.at)
    }
    if (read || ALSO_ANSWERS.has(name)) continue
    if (isPublication && !ALSO_OTHERS.has(name)) keptBack.push(`its date can't be read: ${value}`)
    else notes.add(`Unreadable date left out: ${value}`)
  }
  const firstOf = (names: string[]) =>
    names.flatMap((name) =>
      given.flatMap((field) => (field.name === name && field.read ? field.read.at : [])),
    )[0] ?? null
  const createdAt = firstOf([...NAMES.createdAt, 'date'])
  const publishedAt = firstOf(NAMES.publishedAt)
  const updatedAt = firstOf(NAMES.updatedAt)
  const guessed = day === null ? null : (readDate(day)?.at ?? createdAt ?? updatedAt)
  return { createdAt, publishedAt: publishedAt ?? guessed, updatedAt, keptBack }
}
