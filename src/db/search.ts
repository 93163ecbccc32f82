import { type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { SEARCH_MAX } from '#domain/search.ts'
import { breathe } from '#src/lib/breathe.ts'
import { FOLDED_GROWTH, foldText } from '#src/lib/fold-text.ts'
import type { Database } from './database.ts'
import { preparedFor } from './prepared.ts'

type Source = {
  /** All the words of a row, with a character between fields that no field holds. */
  words: SQL
  /** So many rows are folded at once: a few hundred thousand characters. */
  foldedAtOnce: number
}

/** The tables with a search; the triggers of search_texts.sql say which of their rows have changed. */
const SOURCES = {
  posts: {
    words: sql`title || char(31) || slug || char(31) || excerpt || char(31) || content || char(31) ||
      coalesce((SELECT group_concat(value, char(31)) FROM json_each(tags)), '')`,
    foldedAtOnce: 1,
  },
  contacts: {
    words: sql`name || char(31) || email || char(31) || subject || char(31) || message`,
    foldedAtOnce: 50,
  },
  analyses: { words: sql`url || char(31) || coalesce(title, '')`, foldedAtOnce: 50 },
} as const satisfies Record<string, Source>

export type SearchSource = keyof typeof SOURCES

/**
 * A text of half a million characters in pieces of this length, so that the time of a slice is bounded by the number of
 * its pieces. Each repeats the end of the one before, as long as the longest search.
 */
const PART = 4_000
const OVERLAP = SEARCH_MAX * FOLDED_GROWTH

/** With instr(), 400,000 characters take 10 milliseconds at worst: a search for 'aaa…b' in 'aaa…'. */
const PARTS_AT_ONCE = 100

/**
 * The ids of the rows in which `text` stands anywhere, whatever its case and accents, and of which `isMeant` holds; from
 * the newest to the oldest. Lets everyone else have their turn every few milliseconds. Throws AppError invalid once
 * `signal` is aborted.
 */
export async function findIds(
  db: Database,
  source: SearchSource,
  text: string,
  isMeant?: SQL,
  signal?: AbortSignal,
): Promise<number[]> {
  const found: number[] = []
  for await (const ids of findText(db, source, text, signal)) {
    if (!isMeant) found.push(...ids)
    else {
      const kept = await db.values<[id: number]>(sql`
        SELECT id FROM ${sql.identifier(source)} NOT INDEXED
        WHERE ${isMeant} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY id DESC`)
      found.push(...kept.map(([id]) => id))
    }
  }
  return found
}

/** Ids in slices of `PARTS_AT_ONCE`. */
async function* findText(
  db: Database,
  source: SearchSource,
  text: string,
  signal?: AbortSignal,
): AsyncGenerator<number[]> {
  await turnsOf(db)(() => foldPending(db, source, signal))
  const needle = foldText(text)
  let last = [Number.MAX_SAFE_INTEGER, 0]
  let found = 0
  for (;;) {
    await breathe(signal)
    const parts = await db.values<[rowId: number, part: number, isFound: number]>(sql`
      SELECT row_id, part, instr(folded, ${needle}) > 0 FROM search_texts
      WHERE source = ${source} AND (row_id, part) < (${last[0]}, ${last[1]})
      ORDER BY row_id DESC, part DESC LIMIT ${PARTS_AT_ONCE}`)
    const ids = new Set(parts.filter(([, , isFound]) => isFound === 1).map(([rowId]) => rowId))
    // Its later parts were in the slice before.
    ids.delete(found)
    found = [...ids].at(-1) ?? found
    if (ids.size > 0) yield [...ids]
    const end = parts.at(-1)
    if (!end || parts.length < PARTS_AT_ONCE) return
    last = [end[0], end[1]]
  }
}

/** Code units folded, and parts stored, before everyone else has their turn: some milliseconds each. */
const FOLDED_AT_ONCE = 50_000
const STORED_AT_ONCE = 25

/** Two searches at once would fold the same rows. */
const turnsOf = preparedFor(() => pLimit(1))

/**
 * Folds what was written since the last search. Done here and not by each write: SQL has no such function, rows may come
 * from an older release, and only this place has to know.
 */
async function foldPending(db: Database, source: SearchSource, signal?: AbortSignal): Promise<void> {
  const { words, foldedAtOnce } = SOURCES[source]
  for (;;) {
    const rows = await db.values<[number: number, rowId: number, words: string]>(sql`
      SELECT number, row_id, coalesce((SELECT ${words} FROM ${sql.identifier(source)} WHERE id = row_id), '')
      FROM search_pending WHERE source = ${source} ORDER BY row_id LIMIT ${foldedAtOnce}`)
    if (rows.length === 0) return
    const parts: [number: number, rowId: number, part: number, folded: string][] = []
    let length = 0
    for (const [number, rowId, words] of rows) {
      length += words.length
      if (length > FOLDED_AT_ONCE) {
        await breathe(signal)
        length = words.length
      }
      const folded = cut(await foldInTurns(words, signal))
      for (const [part, text] of folded.entries()) parts.push([number, rowId, part, text])
    }
    for (let at = 0; at < parts.length; at += STORED_AT_ONCE) {
      await breathe(signal)
      // A row that has changed meanwhile has another number. A process that was killed may have stored some parts.
      await db.run(sql`
        INSERT OR REPLACE INTO search_texts (source, row_id, part, folded)
        SELECT ${source}, value ->> 1, value ->> 2, value ->> 3
        FROM json_each(${JSON.stringify(parts.slice(at, at + STORED_AT_ONCE))})
        WHERE EXISTS (SELECT 1 FROM search_pending WHERE number = value ->> 0)`)
    }
    await breathe(signal)
    const numbers = JSON.stringify(rows.map(([number]) => number))
    await db.run(sql`DELETE FROM search_pending WHERE number IN (SELECT value FROM json_each(${numbers}))`)
  }
}

/** Letter by letter, so the pieces of a text fold to the pieces of its fold. */
async function foldInTurns(text: string, signal?: AbortSignal): Promise<string> {
  let folded = ''
  for (let start = 0; start < text.length; ) {
    const isHalf = /[\ud800-\udbff]$/.test(text.slice(start, start + FOLDED_AT_ONCE))
    const end = start + FOLDED_AT_ONCE - (isHalf ? 1 : 0)
    folded += foldText(text.slice(start, end))
    start = end
    if (start < text.length) await breathe(signal)
  }
  return folded
}

function cut(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PART) {
    parts.push(text.slice(start, start + PART + OVERLAP).toWellFormed())
  }
  return parts
}
