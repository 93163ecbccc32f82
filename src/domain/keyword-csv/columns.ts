export const FIELDS = ['keyword', 'position', 'searchVolume', 'traffic'] as const
export type Field = (typeof FIELDS)[number]

/** Column index by field, from 0; null if missing. */
export type Mapping = Record<Field, number | null>

// Names used by SEMrush, Ahrefs, Google Search Console, Google Keyword Planner, Moz and Bing; earlier ones take
// precedence. Omitted: 'Global volume' and 'Impressions', which aren't search volume, and 'Traffic (%)', 'Traffic cost'
// and 'Traffic potential'.
const NAMES: Record<Field, string[]> = {
  keyword: ['keyword', 'keywords', 'top queries', 'query', 'search term', 'search query'],
  position: [
    'position',
    'current position',
    'rank',
    'best position',
    'avg. position',
    'average position',
    'organic average position',
  ],
  searchVolume: [
    'search volume',
    'volume',
    'avg. monthly searches',
    'monthly volume',
    'max volume',
    'volume range',
  ],
  traffic: [
    'traffic',
    'current organic traffic',
    'organic traffic',
    'traffic (desc)',
    'traffic (asc)',
    'estimated traffic',
    'clicks',
  ],
}

const plain = (name: string) => name.replace(/[\s_\uFEFF]+/g, '').toLowerCase()

/** Rank trackers name columns by site and day, such as example.com_20260314. */
const DATED_POSITION = /_(\d{8})$/

export function mapColumns(names: readonly string[]): Mapping {
  const known = names.map(plain)
  const find = (field: Field) => {
    const name = NAMES[field].find((name) => known.includes(plain(name)))
    return name === undefined ? null : known.indexOf(plain(name))
  }
  return {
    keyword: find('keyword'),
    position: find('position') ?? newestPosition(names),
    searchVolume: find('searchVolume'),
    traffic: find('traffic'),
  }
}

function newestPosition(names: readonly string[]): number | null {
  const dated = names.flatMap((name, index) => {
    const day = DATED_POSITION.exec(name.trim())?.[1]
    return day === undefined || !name.includes('.') ? [] : [{ day, index }]
  })
  dated.sort((a, b) => b.day.localeCompare(a.day))
  return dated[0]?.index ?? null
}

/** The server maps names again, so a column keeps a recognized name and otherwise gets its field's name. */
export function namesToSend(names: readonly string[], mapping: Mapping): Map<Field, string> {
  const known = mapColumns(names)
  return new Map(
    FIELDS.flatMap((field): [Field, string][] => {
      const column = mapping[field]
      if (column === null) return []
      return [[field, column === known[field] ? (names[column] ?? field) : field]]
    }),
  )
}
