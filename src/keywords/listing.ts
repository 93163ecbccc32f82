import { and, asc, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Keyword, KeywordSort, KeywordStats } from '#domain/keywords.ts'
import type { Database } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { keywordParts, keywords, keywordUploads } from '#src/db/schema.ts'
import { foldText } from '#src/lib/fold-text.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { compareTexts, FOLDING_VERSION, foldedColumn, foldKeyword } from './case-folding.ts'
import { firstId } from './store.ts'
import { createTopKeywords } from './top-keywords.ts'

export type KeywordQuery = {
  limit: number
  offset: number
  sort: KeywordSort
  order: 'asc' | 'desc'
  search: string
}

type KeywordList = { rows: Keyword[]; total: number }

/** Consecutive keywords of one part, starting at `first`. */
type Run = {
  part: number
  first: number
  count: number
  uploadedAt: string
  folding: number
  longest: number
}

/** Takes about 10 ms. Characters are limited, too, because a keyword can have 4,000. */
const SCAN_PER_TURN = { rows: 10_000, characters: 500_000 }

const FOLDED_PER_TURN = 1_000

/** Lists keywords of complete uploads. `total` counts all matches. */
export async function listKeywords(
  db: Database,
  query: KeywordQuery,
  signal?: AbortSignal,
): Promise<KeywordList> {
  const runs = await readRuns(db, query.sort === 'uploadedAt' && query.order === 'asc' ? 'oldest' : 'newest')
  if (query.search === '' && query.sort === 'uploadedAt') return listInUploadOrder(db, runs, query)
  await foldOldRows(db, runs, signal)
  return listByScan(db, runs, query, signal)
}

/** Yields `batchSize` rows at a time: newest upload first, in file order. */
export async function* eachKeyword(db: Database, batchSize: number): AsyncGenerator<Keyword[]> {
  for (const run of splitRuns(await readRuns(db, 'newest'), () => batchSize)) yield await readRun(db, run)
}

/** Adds up per-part figures of complete uploads, so the time doesn't depend on the number of rows. */
export async function readStats(db: Database): Promise<KeywordStats> {
  const parts = await queries(db).figures.all()
  const top = createTopKeywords()
  let totalKeywords = 0
  let positions = 0
  let positionSum = 0
  for (const part of parts) {
    totalKeywords += part.keywords
    positions += part.positions
    positionSum += part.positionSum
    for (const row of part.topKeywords) top.offer(row)
  }
  return {
    totalKeywords,
    totalBatches: new Set(parts.map(({ upload }) => upload)).size,
    averagePosition: positions === 0 ? 0 : Math.round((positionSum / positions) * 10) / 10,
    topKeywords: top.rows(),
  }
}

const COLUMNS = {
  id: keywords.id,
  keyword: keywords.keyword,
  position: keywords.position,
  searchVolume: keywords.searchVolume,
  traffic: keywords.traffic,
}

const MATCHES = sql<number>`count(*) OVER ()`

const queries = prepareOnce((db) => {
  const parts = (order: SQL) =>
    db
      .select({
        id: keywordParts.id,
        count: keywordParts.keywords,
        uploadedAt: keywordUploads.uploadedAt,
        folding: keywordParts.folding,
        longest: keywordParts.longest,
      })
      .from(keywordUploads)
      .innerJoin(keywordParts, eq(keywordParts.uploadId, keywordUploads.id))
      .where(isNotNull(keywordUploads.completedAt))
      .orderBy(order, asc(keywordParts.number))
      .prepare()
  return {
    newest: parts(desc(keywordUploads.id)),
    oldest: parts(asc(keywordUploads.id)),
    run: db
      .select(COLUMNS)
      .from(keywords)
      .where(and(gte(keywords.id, sql.placeholder('first')), lt(keywords.id, sql.placeholder('end'))))
      .orderBy(asc(keywords.id))
      .prepare(),
    figures: db
      .select({
        upload: keywordUploads.id,
        keywords: keywordParts.keywords,
        positions: keywordParts.positions,
        positionSum: keywordParts.positionSum,
        topKeywords: keywordParts.topKeywords,
      })
      .from(keywordUploads)
      .innerJoin(keywordParts, eq(keywordParts.uploadId, keywordUploads.id))
      .where(isNotNull(keywordUploads.completedAt))
      .prepare(),
  }
})

async function readRuns(db: Database, from: 'newest' | 'oldest'): Promise<Run[]> {
  const parts = await queries(db)[from].all()
  return parts.map(({ id, ...part }) => ({ ...part, part: id, first: firstId(id) }))
}

async function readRun(db: Database, { first, count, uploadedAt }: Run): Promise<Keyword[]> {
  const rows = await queries(db).run.all({ first, end: first + count })
  return rows.map((row) => ({ ...row, uploadedAt }))
}

function* splitRuns(runs: Run[], sizeOf: (run: Run) => number): Generator<Run> {
  for (const run of runs) {
    const batchSize = sizeOf(run)
    for (let done = 0; done < run.count; done += batchSize) {
      yield { ...run, first: run.first + done, count: Math.min(batchSize, run.count - done) }
    }
  }
}

const rowsPerTurn = ({ longest }: Run) =>
  Math.min(SCAN_PER_TURN.rows, Math.ceil(SCAN_PER_TURN.characters / Math.max(longest, 1)))

/** Folds the rows of earlier releases again, once after an upgrade. */
async function foldOldRows(db: Database, runs: Run[], signal?: AbortSignal): Promise<void> {
  for (const run of runs.filter(({ folding }) => folding < FOLDING_VERSION)) {
    let longest = 0
    for (const slice of splitRuns([run], () => FOLDED_PER_TURN)) {
      const rows = await db.values<[id: number, keyword: string]>(sql`
        SELECT id, keyword FROM keywords WHERE id >= ${slice.first} AND id < ${slice.first + slice.count}`)
      const folded = rows.map(([id, keyword]) => [id, foldKeyword(keyword)])
      longest = rows.reduce((most, [, keyword]) => Math.max(most, keyword.length), longest)
      await db.run(sql`
        UPDATE keywords SET folded = value ->> 1 FROM json_each(${JSON.stringify(folded)})
        WHERE keywords.id = value ->> 0 AND folded IS NOT value ->> 1`)
      await yieldToEventLoop(signal)
    }
    await db
      .update(keywordParts)
      .set({ folding: FOLDING_VERSION, longest })
      .where(eq(keywordParts.id, run.part))
    run.longest = longest
  }
}

/** Row ids within a part are consecutive, so it finds any offset without scanning. */
async function listInUploadOrder(
  db: Database,
  runs: Run[],
  { limit, offset }: KeywordQuery,
): Promise<KeywordList> {
  const rows: Keyword[] = []
  let start = 0
  for (const run of runs) {
    const from = Math.max(offset - start, 0)
    const end = Math.min(offset + limit - start, run.count)
    if (from < end) {
      rows.push(...(await readRun(db, { ...run, first: run.first + from, count: end - from })))
    }
    start += run.count
  }
  return { rows, total: start }
}

/** A possible row of the page. Only the final candidates are read in full. */
type Candidate = { id: number; key: string | number | null; uploadedAt: string }

/** Scans all rows in batches and keeps the best, because an index would make uploads many times slower. */
async function listByScan(
  db: Database,
  runs: Run[],
  query: KeywordQuery,
  signal?: AbortSignal,
): Promise<KeywordList> {
  const { limit, offset, sort, order, search } = query
  const wanted = offset + limit
  const matchesSearch = search === '' ? undefined : sql`instr(${foldedColumn}, ${foldText(search)}) > 0`
  const isSorted = sort !== 'uploadedAt'
  const key = isSorted ? keyOf(sort) : sql`NULL`
  const direction = sql.raw(isSorted ? order : 'asc')
  let best: Candidate[] = []
  let total = 0
  for (const run of splitRuns(runs, rowsPerTurn)) {
    await yieldToEventLoop(signal)
    const isInRun = and(gte(keywords.id, run.first), lt(keywords.id, run.first + run.count), matchesSearch)
    const isFull = !isSorted && best.length >= wanted
    const found = isFull
      ? []
      : await db.values<[id: number, key: string | number | null, matches: number]>(sql`
          SELECT id, ${key}, ${matchesSearch ? MATCHES : sql`0`} FROM keywords WHERE ${isInRun}
          ORDER BY ${key} IS NULL, ${key} ${direction}, id LIMIT ${wanted}`)
    if (!matchesSearch) total += run.count
    else total += isFull ? await db.$count(keywords, isInRun) : (found[0]?.[2] ?? 0)
    const candidates = found.map(([id, key]) => ({ id, key, uploadedAt: run.uploadedAt }))
    best = isSorted
      ? merge(best, candidates, order).slice(0, wanted)
      : [...best, ...candidates].slice(0, wanted)
  }
  return { rows: await readCandidates(db, best.slice(offset)), total }
}

const keyOf = (sort: Exclude<KeywordSort, 'uploadedAt'>): SQL =>
  sort === 'keyword' ? foldedColumn : sql`${keywords[sort]}`

/** Merges sorted lists in linear time. Equal keys keep `first` first. */
function merge(first: Candidate[], second: Candidate[], order: 'asc' | 'desc'): Candidate[] {
  const merged: Candidate[] = []
  let at = 0
  for (const candidate of second) {
    for (let next = first[at]; next && !isBefore(candidate, next, order); next = first[at]) {
      merged.push(next)
      at += 1
    }
    merged.push(candidate)
  }
  return merged.concat(first.slice(at))
}

/** Compares as the database does, with nulls last in both directions. */
function isBefore({ key: a }: Candidate, { key: b }: Candidate, order: 'asc' | 'desc'): boolean {
  if (a === null || b === null) return a !== null && b === null
  const difference = typeof a === 'string' || typeof b === 'string' ? compareTexts(`${a}`, `${b}`) : a - b
  return order === 'asc' ? difference < 0 : difference > 0
}

async function readCandidates(db: Database, candidates: Candidate[]): Promise<Keyword[]> {
  const ids = JSON.stringify(candidates.map(({ id }) => id))
  const rows = await db
    .select(COLUMNS)
    .from(keywords)
    .where(sql`${keywords.id} IN (SELECT value FROM json_each(${ids}))`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return candidates.flatMap(({ id, uploadedAt }) => {
    const row = byId.get(id)
    return row ? [{ ...row, uploadedAt }] : []
  })
}
