import * as stopword from 'stopword'
import iso from 'stopwords-iso'
import { ISO_639_3_CODES } from './language-codes.ts'

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

const wordsOf = (words = '') => words.split(/\s+/).filter((word) => word !== '')

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
const ADDED_WORDS = new Map([
  [
    'eng',
    `
    according across along already although always among amongst another anyone anything apart around aside away based
    became become becomes becoming begin behind below beneath beside besides between beyond both cannot despite does doing
    done down during e.g either else elsewhere et etc even ever everyone everything except furthermore gets getting gave
    gone got hence here however i.e ibid including indeed instead into isn't it's kept less let like cached mainly make makes
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

const REMOVED_WORDS = new Map([
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
  // Parts of compounds, such as รหัสผ่าน (password).
  ['tha', 'ผ่าน จัด เปิด เปิดเผย ส่ง รับ ร่วม รวม ราย ทาง ผล วัน ส่วน เข้า ตั้ง พบ หลัง ช่วง ด้าน'],
  [
    'ita',
    `
    città citta consiglio forza futuro gente gruppo lavoro mondo paese persone stato tempo titolo uomo vita`,
  ],
])
