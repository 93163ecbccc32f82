import type { KeywordRow } from '#domain/keywords.ts'
import { addRows, openPart, storePart } from '#src/keywords/store.ts'
import { createTopKeywords } from '#src/keywords/top-keywords.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Texts } from './texts.ts'
import { type DemoContext, daytimeOf, type Event } from './timeline.ts'

export const uploadEvents = ({ uploads }: Texts, { db, now, random, actorNamed }: DemoContext): Event[] =>
  uploads.map(({ file, author, daysAgo, heads, tails }, index) => {
    const by = actorNamed(author)
    const rows = heads.flatMap((head) => tails.map((tail) => rowOf(`${head} ${tail}`.trim(), tail, random)))
    return {
      at: daytimeOf(now, daysAgo, random),
      run: async (at) => {
        const part = await openPart(db, at)
        await addRows(db, part, 0, rows, at)
        const label = { uploadBatch: `demo-${index + 1}`, part: 1, parts: 1, fileName: file }
        await storePart(db, by, part, label, figuresOf(rows), at)
      },
    }
  })

/** Longer keywords have less volume, and some numbers are missing, as in real exports. */
function rowOf(keyword: string, tail: string, random: SeededRandom): KeywordRow {
  const position = random.happens(4) ? null : random.between(10, tail === '' ? 90 : 480) / 10
  const searchVolume = random.happens(5) ? null : 10 * random.between(2, tail === '' ? 4_000 : 320)
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
