import * as stopword from 'stopword'
import iso from 'stopwords-iso'
import { OTHER_NAMES } from './language-names.ts'

/**
 * Words of a language that tell nothing of a text's topic: two kept lists, what both lack, and the months and weekdays. By
 * ISO 639-3; none for others.
 */
export function stopWordsOf(code: string): ReadonlySet<string> {
  const made = sets.get(code)
  if (made !== undefined) return made
  const words = new Set([...(LISTS.get(code) ?? []), ...wordsOf(MISSING.get(code)), ...dayNamesOf(code)])
  for (const word of wordsOf(TOPICS.get(code))) words.delete(word)
  sets.set(code, words)
  return words
}

const DAY_NAMES = [
  { month: 'long' },
  // With a day in front of it a month may have another ending.
  { month: 'long', day: 'numeric' },
  { weekday: 'long' },
] as const

/** The months and weekdays of a language that has lists. In English they are nouns that may stand in a phrase. */
function dayNamesOf(code: string): string[] {
  const isTold = /^[a-z]{3}$/.test(code) && Intl.DateTimeFormat.supportedLocalesOf(code).length > 0
  if (code === 'eng' || !isTold || !LISTS.has(code)) return []
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)))
  const week = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  return DAY_NAMES.flatMap((options) => {
    const format = new Intl.DateTimeFormat(code, { ...options, timeZone: 'UTC' })
    return [...months, ...week].flatMap((date) => format.formatToParts(date))
  }).flatMap(({ type, value }) =>
    (type === 'month' || type === 'weekday') && /^\p{L}/u.test(value) ? [value.toLowerCase()] : [],
  )
}

const sets = new Map<string, ReadonlySet<string>>()

const wordsOf = (words = '') => words.split(/\s+/).filter((word) => word !== '')

const LISTS = new Map<string, string[]>()
// The package exports functions beside its lists.
for (const [name, list] of Object.entries(stopword))
  if (Array.isArray(list)) add(name === 'porBr' ? 'por' : name, list)
// Of English, the second list has all of what texts are about, too: 'system', 'world', 'computer'.
for (const [name, list] of Object.entries(iso)) if (name !== 'en') add(OTHER_NAMES.get(name) ?? name, list)

function add(code: string, list: string[]) {
  const words = LISTS.get(code) ?? []
  for (const word of list) words.push(word.toLowerCase())
  LISTS.set(code, words)
}

/** Function words that the lists lack, or, in English, that the lexicon takes for nouns and adjectives. */
const MISSING = new Map([
  [
    'eng',
    `
    according across along already although always among amongst another anyone anything apart around aside away based
    became become becomes becoming begin behind below beneath beside besides between beyond both cannot despite does doing
    done down during e.g either else elsewhere et etc even ever everyone everything except furthermore gets getting gave
    gone got hence here however i.e ibid including indeed instead into isn't it's kept less let like made mainly make makes
    may maybe meanwhile merely might moreover mostly must namely neither never nevertheless non none nonetheless nor
    nothing now often once onto otherwise out outside per perhaps please quite rather really regarding respectively said
    say says seem seems shall since so-called somehow someone something sometimes still than thanks that's thereby
    therefore though through throughout thus together too toward towards under unless unlike until upon used uses using
    usually versus via viz vs was we're we've well were what whatever whenever whereas whereby wherein whether while whom
    whose will with within without would yes yet you're you've`,
  ],
  [
    'deu',
    `
    bzw ca dennoch finden gemäß hierbei hierfür hierzu inkl lassen laut lässt pro somit sowohl trotz weder wodurch wofür
    womit woran worauf woraus worin worüber wovon wozu zzgl`,
  ],
])

/** What the lists have and texts may well be about. */
const TOPICS = new Map([
  ['deu', 'mensch menschen mittel ordnung recht rechte'],
  [
    'fra',
    `
    bas dos effet essai force haut mine mot parole personne personnes pièce plein pur pure retour sein sujet tente
    valeur`,
  ],
  ['spa', 'cuenta empleo estado estados medio país sal tiempo trabajo valor'],
  [
    'por',
    `
    apoio área caminho conselho corrente grupo meio noite obra pessoas povo sistema tempo trabalho valor viagem`,
  ],
  [
    'ita',
    `
    città citta consiglio forza futuro gente gruppo lavoro mondo paese persone stato tempo titolo uomo vita`,
  ],
])
