import type { Actor } from '#domain/audit.ts'
import type { KeywordRow } from '#domain/keywords.ts'
import type { Database } from '#src/db/database.ts'
import { addRows, openPart, storePart } from '#src/keywords/store.ts'
import { createTopKeywords } from '#src/keywords/top-keywords.ts'
import type { Chance } from './chance.ts'
import { actorNamed } from './people.ts'
import type { Texts } from './texts.ts'
import { type Event, momentOf } from './timeline.ts'

type World = { db: Database; now: Date; chance: Chance; actors: Map<string, Actor> }

/** CSV files of keywords, as an upload would have stored them. */
export const uploadEvents = ({ uploads }: Texts, { db, now, chance, actors }: World): Event[] =>
  uploads.map(({ file, author, daysAgo, heads, tails }, index) => {
    const by = actorNamed(actors, author)
    const rows = heads.flatMap((head) => tails.map((tail) => rowOf(`${head} ${tail}`.trim(), tail, chance)))
    return {
      at: momentOf(now, daysAgo, chance),
      happen: async (at) => {
        const part = await openPart(db, at)
        await addRows(db, part, 0, rows, at)
        const label = { uploadBatch: `demo-${index + 1}`, part: 1, parts: 1, fileName: file }
        await storePart(db, by, part, label, figuresOf(rows), at)
      },
    }
  })

/** The more words, the fewer people search for it; some rows lack figures, as in real exports. */
function rowOf(keyword: string, tail: string, chance: Chance): KeywordRow {
  const position = chance.happens(4) ? null : chance.between(10, tail === '' ? 90 : 480) / 10
  const searchVolume = chance.happens(5) ? null : 10 * chance.between(2, tail === '' ? 4_000 : 320)
  const traffic =
    position === null || searchVolume === null ? null : Math.round(searchVolume / (2 + position * position))
  return { keyword, position, searchVolume, traffic }
}

function figuresOf(rows: KeywordRow[]) {
  const top = createTopKeywords()
  for (const row of rows) top.offer(row)
  const positions = rows.flatMap(({ position }) => (position === null ? [] : [position]))
  return {
    keywords: rows.length,
    skipped: 0,
    duplicates: rows.length - new Set(rows.map(({ keyword }) => keyword)).size,
    positions: positions.length,
    positionSum: positions.reduce((sum, position) => sum + position, 0),
    topKeywords: top.rows(),
    longest: Math.max(...rows.map(({ keyword }) => keyword.length)),
  }
}
