import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql, sum } from 'drizzle-orm'
import { type Actor, DAILY_SCHEDULE } from '#domain/audit.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { type ImageAddress, imageIdsIn, imagePath, type StoredImage } from '#domain/images.ts'
import { recordAudit, recordAudits } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { images } from '#src/db/schema.ts'
import { conflict } from '#src/errors.ts'
import { postsWith } from '#src/posts/posts-with.ts'
import { changeAs } from '#src/sessions/still-may.ts'
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

/**
 * Deduplicates by content. Throws AppError conflict if all images together would exceed `totalMb` megabytes, or
 * unauthorized if `by` lost their access meanwhile.
 */
export function createImage(
  db: Database,
  by: Actor,
  { extension, width, height, bytes }: ImageFile,
  { now, totalMb }: Bounds,
): Promise<StoredImage> {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, ID_DIGITS)
  const url = imagePath({ id, width, height, extension })
  const size = bytes.byteLength
  return changeAs(db, by, 'posts.write', async (tx) => {
    const [known, [all]] = await Promise.all([
      tx.update(images).set({ unusedSince: null }).where(eq(images.id, id)).returning({ id: images.id }),
      tx.select({ size: sum(images.size).mapWith(Number) }).from(images),
    ])
    if (known.length > 0) return { id, url, width, height }
    if ((all?.size ?? 0) + size > totalMb * 1024 * 1024)
      throw conflict(`All images together can take at most ${totalMb} MB, and this one would exceed that`)
    const created = { createdAt: now.toISOString(), createdBy: by.name }
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, size)
    await tx.insert(images).values({ id, extension, width, height, size, ...created, bytes: buffer })
    const detail = `${width} × ${height}, ${formatBytes(size)}`
    await recordAudit(tx, by, { action: 'image_added', subject: url, detail }, now)
    return { id, url, width, height }
  })
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
  const used = JSON.stringify([...(await findUsed(db))])
  const isUsed = sql`${images.id} IN (SELECT value FROM json_each(${used}))`
  const cutoff = new Date(now.getTime() - UNUSED_DAYS * DAY_MS).toISOString()
  await db
    .update(images)
    .set({ unusedSince: null })
    .where(and(isUsed, isNotNull(images.unusedSince)))
  await db
    .update(images)
    .set({ unusedSince: now.toISOString() })
    .where(and(not(isUsed), or(isNull(images.unusedSince), gt(images.unusedSince, now.toISOString()))))
  while ((await deleteSome(db, and(not(isUsed), lt(images.unusedSince, cutoff)), now)) === ROWS_AT_ONCE);
}

/** Checks recent posts again, because one saved meanwhile may use the image. Returns how many images were deleted. */
async function deleteSome(db: Database, condition: SQL | undefined, now: Date): Promise<number> {
  const since = new Date(now.getTime() - SKEW_MS).toISOString()
  const isTaken = sql`EXISTS (
    SELECT 1 FROM posts WHERE posts.updated_at >= ${since} AND instr(posts.content, ${images.id}) > 0)`
  const detail = `In no post for ${UNUSED_DAYS} days`
  const { id, width, height, extension } = images
  return db.erase(async (tx) => {
    const some = tx
      .select({ id })
      .from(images)
      .where(and(condition, not(isTaken)))
      .limit(ROWS_AT_ONCE)
    const deleted = await tx
      .delete(images)
      .where(inArray(id, some))
      .returning({ id, width, height, extension })
    const entries = deleted.map((image) => ({ subject: imagePath(image), detail }))
    await recordAudits(tx, DAILY_SCHEDULE, 'image_deleted', entries, now)
    return deleted.length
  })
}

async function findUsed(db: Database): Promise<Set<string>> {
  const used = new Set<string>()
  for await (const { content } of postsWith(db, '/images/')) {
    for (const id of imageIdsIn(content)) used.add(id)
  }
  return used
}
