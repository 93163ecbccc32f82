import { and, asc, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Keyword, KeywordSort, KeywordStats } from '#domain/keywords.ts'
import type { Database } from '#src/db/database.ts'
import { preparedFor } from '#src/db/prepared.ts'
import { keywordParts, keywords, keywordUploads } from '#src/db/schema.ts'
import { breathe } from '#src/lib/breathe.ts'
import { foldText } from '#src/lib/fold-text.ts'
import { compareTexts, FOLDING, foldedColumn, foldedOf } from './folding.ts'
import { firstId } from './store.ts'
import { createTopKeywords } from './top-keywords.ts'

export type KeywordQuery = {
  limit: number
  offset: number
  sort: KeywordSort
  order: 'asc' | 'desc'
  /** Text that stands anywhere in a keyword. */
  search: string
}

type Listed = { rows: Keyword[]; total: number }

/** Consecutive keywords of one part: from number `first` on, `count` of them. */
type Run = {
  part: number
  first: number
  count: number
  uploadedAt: string
  folding: number
  longest: number
}

/**
 * So much is looked at before everyone else has their turn; it takes about 10 milliseconds. Of long keywords fewer rows:
 * those of one part may have 4,000 characters each.
 */
const LOOKED_AT_ONCE = { rows: 10_000, characters: 500_000 }

/** Rows that are folded anew before everyone else has their turn. */
const FOLDED_AT_ONCE = 1_000

/** Keywords of complete uploads. `total` counts all matches, not only this page. */
export async function listKeywords(db: Database, query: KeywordQuery, signal?: AbortSignal): Promise<Listed> {
  const runs = await readRuns(db, query.sort === 'uploadedAt' && query.order === 'asc' ? 'oldest' : 'newest')
  if (query.search === '' && query.sort === 'uploadedAt') return cut(db, runs, query)
  await foldOldRows(db, runs, signal)
  return findAmong(db, runs, query, signal)
}

/** All of them, newest upload first, in the order of their files; a few thousand at a time. */
export async function* eachKeyword(db: Database, atOnce: number): AsyncGenerator<Keyword[]> {
  for (const run of split(await readRuns(db, 'newest'), () => atOnce)) yield await readRun(db, run)
}

/** What the complete uploads hold. Adds up what was noted of their parts, however many rows these have. */
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

/** All of a keyword that is shown. */
const COLUMNS = {
  id: keywords.id,
  keyword: keywords.keyword,
  position: keywords.position,
  searchVolume: keywords.searchVolume,
  traffic: keywords.traffic,
}

/** How many rows there are before the limit: each is looked at once. */
const MATCHES = sql<number>`count(*) OVER ()`

const queries = preparedFor((db) => {
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

function* split(runs: Run[], sizeOf: (run: Run) => number): Generator<Run> {
  for (const run of runs) {
    const atOnce = sizeOf(run)
    for (let done = 0; done < run.count; done += atOnce) {
      yield { ...run, first: run.first + done, count: Math.min(atOnce, run.count - done) }
    }
  }
}

const lookedAtOnce = ({ longest }: Run) =>
  Math.min(LOOKED_AT_ONCE.rows, Math.ceil(LOOKED_AT_ONCE.characters / Math.max(longest, 1)))

/** Once after an upgrade: folds what earlier releases folded by other rules. */
async function foldOldRows(db: Database, runs: Run[], signal?: AbortSignal): Promise<void> {
  for (const run of runs.filter(({ folding }) => folding < FOLDING)) {
    let longest = 0
    for (const slice of split([run], () => FOLDED_AT_ONCE)) {
      const rows = await db.values<[id: number, keyword: string]>(sql`
        SELECT id, keyword FROM keywords WHERE id >= ${slice.first} AND id < ${slice.first + slice.count}`)
      const folded = rows.map(([id, keyword]) => [id, foldedOf(keyword)])
      longest = rows.reduce((most, [, keyword]) => Math.max(most, keyword.length), longest)
      await db.run(sql`
        UPDATE keywords SET folded = value ->> 1 FROM json_each(${JSON.stringify(folded)})
        WHERE keywords.id = value ->> 0 AND folded IS NOT value ->> 1`)
      await breathe(signal)
    }
    await db.update(keywordParts).set({ folding: FOLDING, longest }).where(eq(keywordParts.id, run.part))
    run.longest = longest
  }
}

/** The numbers of a part's rows follow each other, so any place of the list is known without looking at a row. */
async function cut(db: Database, runs: Run[], { limit, offset }: KeywordQuery): Promise<Listed> {
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

/** A row that may be on the page. Only those that are get read. */
type Candidate = { id: number; key: string | number | null; uploadedAt: string }

/**
 * Looks at every row, some thousands at a time, and keeps the best: nothing waits for long, and no index has to be kept
 * that would make uploads many times slower.
 */
async function findAmong(
  db: Database,
  runs: Run[],
  query: KeywordQuery,
  signal?: AbortSignal,
): Promise<Listed> {
  const { limit, offset, sort, order, search } = query
  const wanted = offset + limit
  const isWanted = search === '' ? undefined : sql`instr(${foldedColumn}, ${foldText(search)}) > 0`
  const isSorted = sort !== 'uploadedAt'
  const key = isSorted ? keyOf(sort) : sql`NULL`
  const direction = sql.raw(isSorted ? order : 'asc')
  let best: Candidate[] = []
  let total = 0
  for (const run of split(runs, lookedAtOnce)) {
    await breathe(signal)
    const isHere = and(gte(keywords.id, run.first), lt(keywords.id, run.first + run.count), isWanted)
    const isFull = !isSorted && best.length >= wanted
    const found = isFull
      ? []
      : await db.values<[id: number, key: string | number | null, matches: number]>(sql`
          SELECT id, ${key}, ${isWanted ? MATCHES : sql`0`} FROM keywords WHERE ${isHere}
          ORDER BY ${key} IS NULL, ${key} ${direction}, id LIMIT ${wanted}`)
    if (!isWanted) total += run.count
    else total += isFull ? await db.$count(keywords, isHere) : (found[0]?.[2] ?? 0)
    const candidates = found.map(([id, key]) => ({ id, key, uploadedAt: run.uploadedAt }))
    best = isSorted
      ? merge(best, candidates, order).slice(0, wanted)
      : [...best, ...candidates].slice(0, wanted)
  }
  return { rows: await readCandidates(db, best.slice(offset)), total }
}

const keyOf = (sort: Exclude<KeywordSort, 'uploadedAt'>): SQL =>
  sort === 'keyword' ? foldedColumn : sql`${keywords[sort]}`

/** Two sorted lists as one, in linear time; of equals, those of `first` come first. */
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

/** The order of the database. What is not known comes last, whichever way the rest is sorted. */
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
