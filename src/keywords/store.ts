import { and, asc, eq, gte, inArray, lt, lte, max, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { KeywordRow, KeywordUpload, UPLOAD_SORTS, UploadLabel } from '#domain/keywords.ts'
import { recordAudit, recordAudits } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { keywordParts, keywords, keywordUploads } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { changeAs } from '#src/sessions/still-may.ts'
import { FOLDING_VERSION, foldKeyword } from './case-folding.ts'

const IDS_PER_PART = 2 ** 20

/** Takes a few milliseconds. */
const DELETED_PER_TURN = 2_000

/** Unfinished parts older than this belong to a stopped instance. */
const ABANDONED_MS = 10 * 60_000

export const firstId = (part: number): number => part * IDS_PER_PART

/** Returns the id of a new part, which reserves row ids. It stays hidden until storePart. */
export async function openPart(db: Database, now: Date): Promise<number> {
  const { id } = await db
    .insert(keywordParts)
    .values({ state: 'receiving', touchedAt: now.toISOString(), topKeywords: [], folding: FOLDING_VERSION })
    .returning({ id: keywordParts.id })
    .get()
  return id
}

/** `index` is the number of rows already stored. */
export async function addRows(
  db: Database,
  part: number,
  index: number,
  rows: KeywordRow[],
  now: Date,
): Promise<void> {
  const values = JSON.stringify(
    rows.map(({ keyword, position, searchVolume, traffic }) => [
      keyword,
      position,
      searchVolume,
      traffic,
      foldKeyword(keyword),
    ]),
  )
  await db.transaction(async (tx) => {
    const receiving = await tx
      .update(keywordParts)
      .set({ touchedAt: now.toISOString() })
      .where(isReceiving(part))
      .returning({ id: keywordParts.id })
    if (receiving.length === 0) return
    await tx.run(sql`
      INSERT INTO keywords (id, keyword, position, search_volume, traffic, folded)
      SELECT ${firstId(part) + index} + key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
      FROM json_each(${values})`)
  })
}

const isReceiving = (part: number) => and(eq(keywordParts.id, part), eq(keywordParts.state, 'receiving'))

export type PartFigures = {
  keywords: number
  skipped: number
  duplicates: number
  positions: number
  positionSum: number
  topKeywords: KeywordRow[]
  longest: number
}

export type StoredPart = Omit<PartFigures, 'topKeywords' | 'longest'> & {
  /** The earlier part if this one was sent twice. */
  id: number | null
  parts: number
  isComplete: boolean
  uploadKeywords: number
}

/**
 * Stores a repeated part only once. Returns null if the upload doesn't exist and can't be created. Throws AppError
 * unauthorized if `by` lost their access meanwhile.
 */
export function storePart(
  db: Database,
  by: Actor,
  part: number,
  { uploadBatch, part: number, parts, fileName }: UploadLabel,
  figures: PartFigures,
  now: Date,
): Promise<StoredPart | null> {
  const at = now.toISOString()
  return changeAs(db, by, 'keywords.write', async (tx) => {
    const [isOpen, known] = await Promise.all([
      tx.$count(keywordParts, isReceiving(part)),
      tx.select().from(keywordUploads).where(eq(keywordUploads.batch, uploadBatch)).get(),
    ])
    if (!known && !isOpen) return null
    const upload =
      known ??
      (await tx
        .insert(keywordUploads)
        .values({ batch: uploadBatch, parts, uploadedAt: at, fileName: fileName || null })
        .returning()
        .get())
    const earlier = await readParts(tx, upload.id)
    const isNew = isOpen && upload.parts === parts && !earlier.some((one) => one.number === number)
    if (isNew) {
      await tx
        .update(keywordParts)
        .set({ ...figures, state: 'stored', uploadId: upload.id, number, touchedAt: at })
        .where(eq(keywordParts.id, part))
    }
    const stored = isNew ? [...earlier, { ...figures, id: part, number }] : earlier
    const isComplete = upload.completedAt !== null || stored.length === upload.parts
    if (isComplete && upload.completedAt === null) {
      await tx.update(keywordUploads).set({ completedAt: at }).where(eq(keywordUploads.id, upload.id))
      const entry = { action: 'keywords_uploaded', subject: uploadBatch, detail: upload.fileName } as const
      await recordAudit(tx, by, entry, now)
    }
    const { id, keywords, skipped, duplicates, positions, positionSum } =
      stored.find((one) => one.number === number) ?? NO_PART
    const uploadKeywords = stored.reduce((sum, one) => sum + one.keywords, 0)
    const found = { id, keywords, skipped, duplicates, positions, positionSum }
    return { ...found, parts: upload.parts, isComplete, uploadKeywords }
  })
}

const NO_PART = { id: null, keywords: 0, skipped: 0, duplicates: 0, positions: 0, positionSum: 0 }

const readParts = (tx: Transaction, uploadId: number) =>
  tx
    .select({
      id: keywordParts.id,
      number: keywordParts.number,
      keywords: keywordParts.keywords,
      skipped: keywordParts.skipped,
      duplicates: keywordParts.duplicates,
      positions: keywordParts.positions,
      positionSum: keywordParts.positionSum,
    })
    .from(keywordParts)
    .where(eq(keywordParts.uploadId, uploadId))

/** Discards an open part and its rows. A no-op once the part is stored. */
export async function discardPart(db: Database, part: number): Promise<void> {
  const discarded = await db
    .update(keywordParts)
    .set({ state: 'discarded' })
    .where(isReceiving(part))
    .returning({ id: keywordParts.id })
  if (discarded.length > 0) await deleteRowsOf(db, part)
}

export async function listUploads(db: Database, query: KeysetPage<(typeof UPLOAD_SORTS)[number]>) {
  const page = await readPage(query, {
    id: keywordUploads.id,
    sorts: { uploadedAt: keywordUploads.id, fileName: keywordUploads.fileName },
    where: undefined,
    found: null,
    count: (where) => db.$count(keywordUploads, where),
    read: ({ where, orderBy, limit, offset }) =>
      db
        .select({
          id: keywordUploads.id,
          uploadBatch: keywordUploads.batch,
          fileName: keywordUploads.fileName,
          count: sql<number>`coalesce(sum(${keywordParts.keywords}), 0)`,
          completedAt: keywordUploads.completedAt,
          parts: keywordUploads.parts,
          partsReceived: sql<number>`count(${keywordParts.id})`,
          uploadedAt: keywordUploads.uploadedAt,
        })
        .from(keywordUploads)
        .leftJoin(keywordParts, eq(keywordParts.uploadId, keywordUploads.id))
        .where(where)
        .groupBy(keywordUploads.id)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
  const rows = page.rows.map(
    ({ id, completedAt, ...upload }): KeywordUpload => ({
      ...upload,
      status: completedAt === null ? 'incomplete' : 'complete',
    }),
  )
  return { ...page, rows }
}

/** Runs `work` exclusively; each call takes a few milliseconds. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

const runNow: TakeTurn = (work) => work()

/** Hides the upload immediately, then deletes its rows in turns. Throws AppError not_found. */
export async function deleteUpload(
  db: Database,
  by: Actor,
  batch: string,
  now: Date,
  takeTurn: TakeTurn = runNow,
): Promise<void> {
  const deleted = await deleteUploads(db, by, [batch], now, takeTurn)
  if (deleted === 0) throw notFound('Upload')
}

/** Hides the uploads in one transaction, then deletes their rows in turns. Returns the number of uploads found. */
export async function deleteUploads(
  db: Database,
  by: Actor,
  batches: string[],
  now: Date,
  takeTurn: TakeTurn = runNow,
): Promise<number> {
  const { parts, uploads } = await takeTurn(() => hideUploads(db, by, batches, now))
  for (const { id } of parts) await deleteRowsOf(db, id, takeTurn)
  return uploads.length
}

const hideUploads = (db: Database, by: Actor, batches: string[], now: Date) =>
  changeAs(db, by, 'keywords.write', async (tx) => {
    const where = inArray(keywordUploads.batch, batches)
    const ids = tx.select({ id: keywordUploads.id }).from(keywordUploads).where(where)
    const parts = await tx
      .update(keywordParts)
      .set({ state: 'discarded', uploadId: null, number: null })
      .where(inArray(keywordParts.uploadId, ids))
      .returning({ id: keywordParts.id })
    const uploads = await tx
      .delete(keywordUploads)
      .where(where)
      .returning({ subject: keywordUploads.batch, detail: keywordUploads.fileName })
    await recordAudits(tx, by, 'keywords_deleted', uploads, now)
    return { parts, uploads }
  })

/** Deletes rows that stopped instances left behind: of unfinished parts and of deleted uploads. */
export async function deleteLeftovers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ABANDONED_MS).toISOString()
  await db
    .update(keywordParts)
    .set({ state: 'discarded' })
    .where(and(eq(keywordParts.state, 'receiving'), lt(keywordParts.touchedAt, before)))
  const leftovers = await db
    .select({ id: keywordParts.id })
    .from(keywordParts)
    .where(eq(keywordParts.state, 'discarded'))
    .orderBy(asc(keywordParts.id))
  for (const { id } of leftovers) await deleteRowsOf(db, id)
}

async function deleteRowsOf(db: Database, part: number, takeTurn: TakeTurn = runNow): Promise<void> {
  const isOfPart = and(gte(keywords.id, firstId(part)), lt(keywords.id, firstId(part + 1)))
  const slice = db
    .select({ id: keywords.id })
    .from(keywords)
    .where(isOfPart)
    .orderBy(asc(keywords.id))
    .limit(DELETED_PER_TURN)
    .as('slice')
  const deleteSlice = async (): Promise<boolean> => {
    const found = await db
      .select({ last: max(slice.id) })
      .from(slice)
      .get()
    if (found?.last == null) return false
    await db.delete(keywords).where(and(isOfPart, lte(keywords.id, found.last)))
    await yieldToEventLoop()
    return true
  }
  let isMore = true
  while (isMore) isMore = await takeTurn(deleteSlice)
  await db.delete(keywordParts).where(and(eq(keywordParts.id, part), eq(keywordParts.state, 'discarded')))
  await db.scrub()
}
