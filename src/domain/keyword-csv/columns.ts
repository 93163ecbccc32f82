import { COLUMN_NAMES } from './column-names.ts'

export const FIELDS = ['keyword', 'position', 'searchVolume', 'traffic'] as const
export type Field = (typeof FIELDS)[number]

/** Column index by field, from 0; null if missing. */
export type Mapping = Record<Field, number | null>

const namesAt = (column: 2 | 3 | 4 | 5): string[] =>
  COLUMN_NAMES.flatMap((line) => line[column]?.split('|') ?? []).filter(Boolean)

const KEYWORD_NAMES = namesAt(2)

/** Longer ones are no names. */
const NAME_MAX = 100
const IGNORED = /[\p{M}\p{Cf}\s_.:'’"-]+/gu

/** Without case, accents, blanks, dots and hyphens. */
const plain = (name: string) =>
  name.length > NAME_MAX ? '' : name.toLowerCase().normalize('NFKD').replace(IGNORED, '').replaceAll('ı', 'i')

/** Precedence by plain name. */
const orderOf = (names: string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, order): [string, number] => [plain(name), order]).reverse())

let known: Record<Field, ReadonlyMap<string, number>> | undefined

/** Lazy: it loads the data of all scripts, which takes 2 ms of startup time. */
const knownNames = (field: Field) => {
  known ??= {
    keyword: orderOf(KEYWORD_NAMES),
    position: orderOf(namesAt(3)),
    searchVolume: orderOf(namesAt(4)),
    traffic: orderOf(namesAt(5)),
  }
  return known[field]
}

/** A name, then what may be left of it: the first that any column has counts. */
const READINGS: ((name: string, column: number) => string[])[] = [
  (name) => [name],
  withoutNote,
  withoutPeriod,
]

export function mapColumns(names: readonly string[]): Mapping {
  const readings = READINGS.map((read) => names.map((name, column) => read(name, column).map(plain)))
  const find = (field: Field): number | null => {
    for (const columns of readings) {
      const found = firstKnown(knownNames(field), columns)
      if (found !== null) return found
    }
    return null
  }
  const others = {
    position: find('position') ?? newestPosition(names),
    searchVolume: find('searchVolume'),
    traffic: find('traffic'),
  }
  const isTable = Object.values(others).some((column) => column !== null)
  return { keyword: find('keyword') ?? (isTable ? queryColumn(names) : null), ...others }
}

function firstKnown(known: ReadonlyMap<string, number>, columns: string[][]): number | null {
  let best: { order: number; index: number } | null = null
  for (const [index, candidates] of columns.entries()) {
    for (const candidate of candidates) {
      const order = known.get(candidate)
      if (order !== undefined && (best === null || order < best.order)) best = { order, index }
    }
  }
  return best?.index ?? null
}

/** Exports have far fewer. */
const COLUMNS_COMPARED = 50
/** Chinese and Japanese have no spaces. */
const WORD_START = /(?<=\s)|(?<=[\d\p{Script=Han}])(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}])/u

const NOT_A_NOTE = /[%$€£¥]|global|world|usd|eur/i

/** 'Search volume (US)' and 'Position [desktop]', but not 'Traffic (%)'. */
function withoutNote(name: string): string[] {
  const open = Math.max(name.lastIndexOf('('), name.lastIndexOf('['), name.lastIndexOf('（'))
  return open < 1 || NOT_A_NOTE.test(name.slice(open)) ? [] : [name.slice(0, open)]
}

const NAME_WORDS = 4

/** 'Last 28 days Clicks', '1/1/26 - 1/31/26 Clicks' and 'Search volume 10/2025'. The newest period comes first. */
function withoutPeriod(name: string, column: number): string[] {
  if (column >= COLUMNS_COMPARED || name.length > NAME_MAX || !/\d/.test(name)) return []
  const words = name.split(WORD_START)
  const candidates = Array.from({ length: Math.min(NAME_WORDS, words.length - 1) }, (_, more) => {
    const [first, last] = [words.slice(0, more + 1), words.slice(-more - 1)]
    return [/^\W?\d/.test(words[more + 1] ?? '') ? first.join('') : '', last.join('')]
  })
  return candidates.flat()
}

/** Rank trackers name columns by site and day, such as example.com_20260314. */
const DATED_POSITION = /_(\d{8})$/

function newestPosition(names: readonly string[]): number | null {
  const dated = names.flatMap((name, index) => {
    const day = DATED_POSITION.exec(name.trim())?.[1]
    return day === undefined || !name.includes('.') ? [] : [{ day, index }]
  })
  dated.sort((a, b) => b.day.localeCompare(a.day))
  return dated[0]?.index ?? null
}

/** 'Suchanfragen', 'consultas' and 'クエリ': Search Console words the column differently from time to time. */
const QUERIES = COLUMN_NAMES.flatMap(([tools = '', language, names = '']) =>
  tools.startsWith('Search Console') && language !== 'en' ? names.split('|') : [],
).filter((name) => !/[\s-]/.test(name))
const QUERY_WORDS = new Set(QUERIES.map(plain))
const QUERY_PARTS = QUERIES.filter((name) =>
  /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name),
)

function queryColumn(names: readonly string[]): number | null {
  const found = names.findIndex(
    (name) =>
      name.length <= NAME_MAX &&
      (name.split(/\s+/).some((word) => QUERY_WORDS.has(plain(word))) ||
        QUERY_PARTS.some((part) => name.includes(part))),
  )
  return found === -1 ? null : found
}

/** The server maps names again, so a column keeps a known name and otherwise gets its field's name. */
export function namesToSend(names: readonly string[], mapping: Mapping): Map<Field, string> {
  const known = mapColumns(names)
  return new Map(
    FIELDS.flatMap((field): [Field, string][] => {
      const column = mapping[field]
      if (column === null) return []
      const name = names[column] ?? ''
      const isKnown = column === known[field] && knownNames(field).has(plain(name))
      return [[field, isKnown ? name : field]]
    }),
  )
}

const USUAL = ['Keyword', 'Top queries', 'Query']
const SIMILARITY_MIN = 0.5

/** Names the three known names that are most similar to these columns. */
export function noKeywordColumn(names: readonly string[]): string {
  const columns = names.slice(0, COLUMNS_COMPARED).map(pairsOf)
  const similar = KEYWORD_NAMES.map((name) => ({
    name,
    similarity: Math.max(...columns.map((column) => similarityOf(column, pairsOf(name)))),
  }))
    .filter(({ similarity }) => similarity >= SIMILARITY_MIN)
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ name }) => name)
  const nearest = [...new Set([...similar, ...USUAL])].slice(0, 3)
  return `No keyword column found. Expected one of: ${nearest.join(', ')}.`
}

/** Pairs of neighboring characters, including the ends. */
function pairsOf(name: string): Set<string> {
  const characters = Array.from(` ${plain(name)} `)
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`))
}

/** Sørensen–Dice coefficient. */
const similarityOf = (a: Set<string>, b: Set<string>) => (2 * a.intersection(b).size) / (a.size + b.size)
