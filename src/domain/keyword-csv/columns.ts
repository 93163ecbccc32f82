/** What a column of a CSV file may hold for us. The names are also those of the stored keyword's fields. */
export const FIELDS = ['keyword', 'position', 'searchVolume', 'traffic'] as const
export type Field = (typeof FIELDS)[number]

/** Which column (counted from 0) holds which field; null where the file has none. */
export type Mapping = Record<Field, number | null>

/**
 * What the exports of SEMrush, Ahrefs, Google Search Console, Google Keyword Planner, Moz and Bing call each field; of
 * several in one file, the one named first here counts. Left out on purpose: 'Global volume' and 'Impressions' are not
 * a search volume; 'Traffic (%)', 'Traffic cost' and 'Traffic potential' are not traffic.
 */
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

/** Matched without regard to case, spaces, underscores and byte order marks. */
const plain = (name: string) => name.replace(/[\s_\uFEFF]+/g, '').toLowerCase()

/** A rank tracker's column for a site on a day, such as example.com_20260314. */
const DATED_POSITION = /_(\d{8})$/

/** Finds the columns that are known by their names. */
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

/**
 * Under which name each mapped column travels to the server, which maps the names once more: its own one where it is
 * known by that, else the field's, as when a person chose the column.
 */
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
