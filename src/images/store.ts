import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { type Actor, DAILY_SCHEDULE } from '#domain/audit.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { type ImageAddress, imageIdsIn, imagePath, type StoredImage } from '#domain/images.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { images } from '#src/db/schema.ts'
import { conflict } from '#src/errors.ts'
import { postsWith } from '#src/posts/posts-with.ts'
import type { ImageFile } from './image-file.ts'

/** 128 bits of SHA-256: no accidental collisions. */
const ID_DIGITS = 32
const DAY_MS = 24 * 3_600_000
/** For writers who return to an unsaved draft in the browser. */
const UNUSED_DAYS = 30
/** Allowance for clock differences between instances. */
const SKEW_MS = 3_600_000
const ROWS_AT_ONCE = 100

type Bounds = { now: Date; totalMb: number }

/** Deduplicates by content. Throws AppError conflict if all images together would exceed `totalMb` megabytes. */
export async function createImage(
  db: Database,
  by: Actor,
  { extension, width, height, bytes }: ImageFile,
  { now, totalMb }: Bounds,
): Promise<StoredImage> {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, ID_DIGITS)
  const url = imagePath({ id, width, height, extension })
  const size = bytes.byteLength
  const isThere = sql`EXISTS (SELECT 1 FROM images WHERE id = ${id})`
  const fits = sql`(SELECT coalesce(sum(size), 0) FROM images) + ${size} <= ${totalMb * 1024 * 1024}`
  const detail = `${width} × ${height}, ${formatBytes(size)}`
  const row = sql`
    SELECT ${id}, ${extension}, ${width}, ${height}, ${size}, ${now.toISOString()}, ${by.name}, NULL, ${bytes}
    WHERE ${isThere} OR ${fits}`
  const [, stored] = await atomically(db, [
    insertAudit(
      db,
      by,
      { action: 'image_added', subject: url, detail, about: { where: and(not(isThere), fits) } },
      now,
    ),
    db
      .insert(images)
      .select(row)
      .onConflictDoUpdate({ target: images.id, set: { unusedSince: null } })
      .returning({ id: images.id }),
  ])
  if (stored.length === 0) {
    throw conflict(`All images together can take at most ${totalMb} MB, and this one would exceed that`)
  }
  return { id, url, width, height }
}

export async function readImage(
  db: Database,
  { id, width, height, extension }: ImageAddress,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db
    .select({ bytes: images.bytes })
    .from(images)
    .where(
      and(
        eq(images.id, id),
        eq(images.width, width),
        eq(images.height, height),
        eq(images.extension, extension),
      ),
    )
    .get()
  return row ? new Uint8Array(row.bytes) : null
}

/** Deletes images unused for UNUSED_DAYS by any post, including drafts and archived posts. */
export async function deleteUnusedImages(db: Database, now: Date): Promise<void> {
  const used = await findUsed(db)
  const rows = await db.select({ id: images.id, unusedSince: images.unusedSince }).from(images)
  const cutoff = new Date(now.getTime() - UNUSED_DAYS * DAY_MS).toISOString()
  const idsOf = (condition: (row: (typeof rows)[number]) => boolean) =>
    chunks(rows.filter(condition).map(({ id }) => id))

  for (const ids of idsOf(({ id, unusedSince }) => used.has(id) && unusedSince !== null)) {
    await db.update(images).set({ unusedSince: null }).where(inArray(images.id, ids))
  }
  for (const ids of idsOf(({ id, unusedSince }) => !used.has(id) && unusedSince === null)) {
    await db
      .update(images)
      .set({ unusedSince: now.toISOString() })
      .where(and(inArray(images.id, ids), isNull(images.unusedSince)))
  }
  for (const ids of idsOf(
    ({ id, unusedSince }) => !used.has(id) && unusedSince !== null && unusedSince < cutoff,
  )) {
    await deleteImages(db, and(inArray(images.id, ids), lt(images.unusedSince, cutoff)), now)
  }
}

/** Checks recent posts again, because one saved meanwhile may use the image. */
async function deleteImages(db: Database, condition: SQL | undefined, now: Date): Promise<void> {
  const since = new Date(now.getTime() - SKEW_MS).toISOString()
  const isTaken = sql`EXISTS (
    SELECT 1 FROM posts WHERE posts.updated_at >= ${since} AND instr(posts.content, ${images.id}) > 0)`
  const where = and(condition, not(isTaken))
  const subject = sql`'/images/' || ${images.id} || '-' || ${images.width} || 'x' || ${images.height} || '.' || ${images.extension}`
  const detail = `In no post for ${UNUSED_DAYS} days`
  await erase(db, [
    insertAudit(
      db,
      DAILY_SCHEDULE,
      { action: 'image_deleted', subject, detail, about: { table: images, where } },
      now,
    ),
    db.delete(images).where(where),
  ])
}

async function findUsed(db: Database): Promise<Set<string>> {
  const used = new Set<string>()
  for await (const { content } of postsWith(db, '/images/')) {
    for (const id of imageIdsIn(content)) used.add(id)
  }
  return used
}

function* chunks(ids: string[]): Generator<string[]> {
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) yield ids.slice(first, first + ROWS_AT_ONCE)
}
