import * as stopword from 'stopword'
import iso from 'stopwords-iso'
import { ISO_639_3_CODES } from './language-codes.ts'
import corrections from './words.json' with { type: 'json' }

/** Two published lists with corrections, plus months and weekdays. `code` is ISO 639-3. Empty if unknown. */
export function stopWordsOf(code: string): ReadonlySet<string> {
  const cached = cache.get(code)
  if (cached !== undefined) return cached
  const words = new Set([...(LISTS.get(code) ?? []), ...wordsOf(ADDED_WORDS.get(code)), ...dayNamesOf(code)])
  for (const word of wordsOf(REMOVED_WORDS.get(code))) words.delete(word)
  cache.set(code, words)
  return words
}

const DAY_NAMES = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { weekday: 'long' }] as const

function dayNamesOf(code: string): string[] {
  const isSupported = /^[a-z]{3}$/.test(code) && Intl.DateTimeFormat.supportedLocalesOf(code).length > 0
  if (code === 'eng' || !isSupported || !LISTS.has(code)) return []
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)))
  const week = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  return DAY_NAMES.flatMap((options) => {
    const format = new Intl.DateTimeFormat(code, { ...options, timeZone: 'UTC' })
    return [...months, ...week].flatMap((date) => format.formatToParts(date))
  }).flatMap(({ type, value }) =>
    (type === 'month' || type === 'weekday') && /^\p{L}/u.test(value) ? [value.toLowerCase()] : [],
  )
}

const cache = new Map<string, ReadonlySet<string>>()

const wordsOf = (lines: string[] = []) => lines.flatMap((line) => line.split(' '))

const LISTS = new Map<string, string[]>()
for (const [name, list] of Object.entries(stopword))
  if (Array.isArray(list)) add(name === 'porBr' ? 'por' : name, list)
// The second English list is left out, because it includes topics: 'system', 'world', 'computer'.
for (const [name, list] of Object.entries(iso))
  if (name !== 'en') add(ISO_639_3_CODES.get(name) ?? name, list)

function add(code: string, list: string[]) {
  const words = LISTS.get(code) ?? []
  for (const word of list) words.push(word.toLowerCase())
  LISTS.set(code, words)
}

/** Function words that are missing from the lists, or that the English lexicon tags as nouns or adjectives. */
const ADDED_WORDS = new Map(Object.entries(corrections.addedStopWords))

/** Topics, and parts of compounds such as รหัสผ่าน (password). */
const REMOVED_WORDS = new Map(Object.entries(corrections.removedStopWords))
