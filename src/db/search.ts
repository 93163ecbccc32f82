import { type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { SEARCH_MAX } from '#domain/search.ts'
import { FOLDED_GROWTH, foldText } from '#src/lib/fold-text.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Database } from './database.ts'
import { prepareOnce } from './prepared-queries.ts'

type Source = {
  /** All text of a row, joined by a character that no field contains. */
  words: SQL
  foldedAtOnce: number
}

/** Triggers record changed rows in search_pending. */
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
 * Long texts are stored in pieces to bound the time of a slice. Each piece repeats the end of the previous one, by the
 * length of the longest search.
 */
const PIECE_CHARACTERS = 4_000
const OVERLAP = SEARCH_MAX * FOLDED_GROWTH

/** instr() needs at most 10 ms for 400,000 characters, in the worst case: 'aaa…b' in 'aaa…'. */
const PARTS_AT_ONCE = 100

/** Ids, newest first. Ignores case and accents; yields every few milliseconds. Throws AppError if `signal` aborts. */
export async function findIds(
  db: Database,
  source: SearchSource,
  text: string,
  filter?: SQL,
  signal?: AbortSignal,
): Promise<number[]> {
  const found: number[] = []
  for await (const ids of findText(db, source, text, signal)) {
    if (!filter) found.push(...ids)
    else {
      const kept = await db.values<[id: number]>(sql`
        SELECT id FROM ${sql.identifier(source)} NOT INDEXED
        WHERE ${filter} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY id DESC`)
      found.push(...kept.map(([id]) => id))
    }
  }
  return found
}

async function* findText(
  db: Database,
  source: SearchSource,
  text: string,
  signal?: AbortSignal,
): AsyncGenerator<number[]> {
  await foldQueueOf(db)(() => foldPending(db, source, signal))
  const needle = foldText(text)
  let last = [Number.MAX_SAFE_INTEGER, 0]
  let found = 0
  for (;;) {
    await yieldToEventLoop(signal)
    const parts = await db.values<[rowId: number, part: number, isFound: number]>(sql`
      SELECT row_id, part, instr(folded, ${needle}) > 0 FROM search_texts
      WHERE source = ${source} AND (row_id, part) < (${last[0]}, ${last[1]})
      ORDER BY row_id DESC, part DESC LIMIT ${PARTS_AT_ONCE}`)
    const ids = new Set(parts.filter(([, , isFound]) => isFound === 1).map(([rowId]) => rowId))
    ids.delete(found)
    found = [...ids].at(-1) ?? found
    if (ids.size > 0) yield [...ids]
    const end = parts.at(-1)
    if (!end || parts.length < PARTS_AT_ONCE) return
    last = [end[0], end[1]]
  }
}

const FOLDED_AT_ONCE = 50_000
const STORED_AT_ONCE = 25

/** Parallel searches would fold the same rows. */
const foldQueueOf = prepareOnce(() => pLimit(1))

/** Folds rows written since the last search. SQL can't fold, and rows may come from an older release. */
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
        await yieldToEventLoop(signal)
        length = words.length
      }
      const folded = cut(await foldInTurns(words, signal))
      for (const [part, text] of folded.entries()) parts.push([number, rowId, part, text])
    }
    for (let at = 0; at < parts.length; at += STORED_AT_ONCE) {
      await yieldToEventLoop(signal)
      // The row may have changed since, or a killed process may have stored some pieces.
      await db.run(sql`
        INSERT OR REPLACE INTO search_texts (source, row_id, part, folded)
        SELECT ${source}, value ->> 1, value ->> 2, value ->> 3
        FROM json_each(${JSON.stringify(parts.slice(at, at + STORED_AT_ONCE))})
        WHERE EXISTS (SELECT 1 FROM search_pending WHERE number = value ->> 0)`)
    }
    await yieldToEventLoop(signal)
    const numbers = JSON.stringify(rows.map(([number]) => number))
    await db.run(sql`DELETE FROM search_pending WHERE number IN (SELECT value FROM json_each(${numbers}))`)
  }
}

/** Low surrogates, accents, and parts of syllables. */
const CONTINUES = /[\u0300-\u036f\u1160-\u11ff\u3099\u309a\uff9e\uff9f\udc00-\udfff]/
const PIECES_MAX = 4

/** Between characters, so that pieces fold consistently. */
async function foldInTurns(text: string, signal?: AbortSignal): Promise<string> {
  let folded = ''
  for (let start = 0; start < text.length; ) {
    let end = start + FOLDED_AT_ONCE
    while (end > start + FOLDED_AT_ONCE - PIECES_MAX && CONTINUES.test(text[end] ?? '')) end--
    folded += foldText(text.slice(start, end))
    start = end
    if (start < text.length) await yieldToEventLoop(signal)
  }
  return folded
}

function cut(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start === 0 || start + OVERLAP < text.length; start += PIECE_CHARACTERS) {
    parts.push(text.slice(start, start + PIECE_CHARACTERS + OVERLAP).toWellFormed())
  }
  return parts
}
