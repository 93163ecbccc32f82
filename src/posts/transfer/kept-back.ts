import { type Field, foldWord } from './field-names.ts'
import words from './front-matter-words.json' with { type: 'json' }
import type { Waits } from './parsed-post.ts'
import { parseDate } from './read-date.ts'

const folded = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(' ')).map(foldWord))

const TRUE = folded(words.yes)
const FALSE = folded(words.no)
/** Values that surely mean "everyone could read it". */
const PUBLIC = folded(words.public)
const DRAFTS = folded(words.draft)
/** Values that surely mean "not everyone could read it". */
const KEPT = new Set([...DRAFTS, ...folded(words.notPublic)])

/** None is one empty value. */
const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) && value.length === 0 ? [''] : [value].flat()).map((one: unknown) =>
    typeof one === 'object' && one !== null
      ? JSON.stringify(one).slice(0, 101)
      : foldWord(String(one ?? '')) || String(one ?? ''),
  )

const some = (set: ReadonlySet<string>) => (value: unknown) => valuesOf(value).some((one) => set.has(one))

const every = (set: ReadonlySet<string>) => (value: unknown) => valuesOf(value).every((one) => set.has(one))

const isFalse = every(FALSE.union(new Set([''])))

/** Nikola's way to keep a post back. Obsidian's tags contain paths, and some a number sign. */
const isKeptTag = (value: unknown) =>
  valuesOf(value).some((one) =>
    one.split(/[,/#]/).some((tag) => DRAFTS.has(tag.trim()) || tag.trim() === 'private'),
  )

const isAfter = (value: unknown, now: Date) => (parseDate(value) ?? '') > now.toISOString()

const isUntil = (value: unknown, now: Date) => {
  const at = parseDate(value)
  return at !== null && at <= now.toISOString()
}

type Rule = { names: ReadonlySet<string>; keeps: (value: unknown, now: Date) => boolean }

const SCHEDULED = folded(words.scheduled)
const isScheduled = every(SCHEDULED)

const START_FIELDS = folded([...words.publicFields, ...words.startFields])

const PASSWORDS = folded(words.passwordFields)

/** What isn't plainly public is kept back; looser names must say plainly that it isn't public. */
const RULES: readonly Rule[] = [
  { names: folded(words.draftFields), keeps: (value) => !isFalse(value) },
  {
    names: folded(words.publicFields),
    keeps: (value, now) => !every(TRUE.union(PUBLIC))(value) && !isUntil(value, now),
  },
  { names: folded(words.statusFields), keeps: (value) => !every(PUBLIC)(value) },
  { names: folded(words.levelFields), keeps: (value) => !isFalse(value) && !every(PUBLIC)(value) },
  { names: folded(words.flagsOfKept), keeps: some(TRUE.union(KEPT)) },
  { names: folded(words.flagsOfShown), keeps: some(FALSE.union(KEPT).union(new Set(['link']))) },
  { names: folded(words.kindFields), keeps: some(KEPT) },
  { names: folded(words.tagFields), keeps: isKeptTag },
  { names: PASSWORDS, keeps: (value) => valuesOf(value).some((one) => one !== '') },
  { names: folded(words.expiryFields), keeps: (value, now) => !isFalse(value) && !isAfter(value, now) },
  { names: folded(words.startFields), keeps: (value, now) => !isFalse(value) && !isUntil(value, now) },
]

const rulesFor = ({ name, core }: Field) =>
  RULES.filter(({ names }) => names.has(name) || (core !== name && names.has(core)))

const isAnswer = every(
  TRUE.union(FALSE)
    .union(PUBLIC)
    .union(KEPT)
    .union(new Set([''])),
)

/** A plain answer to whether a post is public needs no note; a password must not get one. */
export const decidesPublicity = (field: Field): boolean =>
  rulesFor(field).some(({ names }) => names === PASSWORDS || isAnswer(field.value))

/**
 * Returns why a post wasn't public at its source, as parts of a sentence; empty if nothing says so. Adds those that end
 * to `waits`.
 */
export function whyKeptBack(fields: Field[], now: Date, waits: Waits): string[] {
  return fields.flatMap((field) => {
    const rule = rulesFor(field).find(({ keeps }) => keeps(field.value, now))
    if (!rule) return []
    if (rule.names === PASSWORDS) return ['it was password-protected']
    const reason = `at the source, ${field.path} was ${shown(field.value)}`
    const at = endOf(field, now)
    if (at !== null) waits.set(reason, at)
    return [reason]
  })
}

/** When a field stops keeping a post back, '' if it has no time of its own, null for never. */
function endOf({ name, core, value }: Field, now: Date): string | null {
  if (isScheduled(value) || SCHEDULED.has(core)) return ''
  const isStart = START_FIELDS.has(name) || START_FIELDS.has(core)
  return isStart && isAfter(value, now) ? parseDate(value) : null
}

export const MEMBERS_ONLY = 'part of it was for members only'

export const scheduledFor = (at: string): string => `it was scheduled for ${at}`

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '' || value === null ? 'empty' : text.slice(0, 100)
}

/** Folders of files that aren't posts, or not yet. */
const FOLDERS = new Set([...folded(words.folders), ...DRAFTS])

export const isDraftFolder = (name: string): boolean => /^_?drafts?$/i.test(name)

/** `path`: from the imported folder on, preceded by folders above it that `isDraftFolder`. */
export function whyKeptByName(path: string, isDated: boolean): string[] {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const reasons = folders
    .filter((name) => FOLDERS.has(foldWord(name.replace(/^[_.]/, ''))) || /^_(?!posts$)/.test(name))
    .map((name) => `site generators don't publish the folder ${name}`)
  if (/^[_.#~]|^(?:DRAFT\b|draft_|\[draft\])|(?:~|#|\.(?:draft|bak|tmp|orig))\.\w{1,10}$/.test(file)) {
    reasons.push(`site generators don't publish files with names like ${file}`)
  }
  if (folders.includes('_posts') && !isDated)
    reasons.push("Jekyll doesn't publish posts without a date in the file name")
  return reasons
}
