import * as z from 'zod/mini'
import type { Actor } from '#domain/audit.ts'
import {
  type KeywordRow,
  keywordKey,
  MESSAGES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_ROWS,
  UploadLabel,
  type UploadResponse,
} from '#domain/keywords.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, conflict, invalid } from '#src/errors.ts'
import { readPieces, type TimedBody } from '#src/http/timed-body.ts'
import { requestAborted, yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { createBodyReader } from './body-reader.ts'
import { createRowMapper } from './row-mapper.ts'
import {
  addRows,
  deleteUpload,
  discardPart,
  openPart,
  type PartFigures,
  type StoredPart,
  storePart,
  type TakeTurn,
} from './store.ts'
import { createTopKeywords } from './top-keywords.ts'

const WRITTEN_PER_TURN = 1_000

export type Source = TimedBody & {
  /** Aborts when the client disconnects. */
  signal?: AbortSignal
  takeTurn?: TakeTurn
  isDeleted?: (batch: string) => boolean
  /** Throws if the caller lost the permission during the upload. */
  authorizeAgain?: () => Promise<void>
  /** Receives cleanup errors, which must not replace the response. A job deletes leftovers later. */
  discardFailed?: (error: unknown) => void
}

/**
 * Stores rows as they arrive, all or none. A repeated part isn't stored again; the result then describes the stored
 * rows. Throws AppError invalid, too_large, or conflict (the number of parts changed, the upload was deleted
 * meanwhile, or a repeated part has different rows).
 */
export async function receiveUpload(
  db: Database,
  by: Actor,
  {
    signal,
    takeTurn = (work) => work(),
    isDeleted = () => false,
    authorizeAgain = async () => undefined,
    discardFailed = () => undefined,
    ...body
  }: Source,
  now: () => Date,
): Promise<UploadResponse> {
  const part = await openPart(db, now())
  try {
    const { label, figures } = await storeRows(db, part, body, takeTurn, now)
    const stored = await takeTurn(async () => {
      if (signal?.aborted) throw requestAborted()
      await authorizeAgain()
      if (isDeleted(label.uploadBatch)) throw conflict('This upload was deleted while it was being sent')
      return await addPartToUpload(db, by, part, label, figures, now())
    })
    if (stored.id !== part) await discardPart(db, part)
    const response: UploadResponse = {
      count: stored.keywords,
      uploadBatch: label.uploadBatch,
      skipped: stored.skipped,
      duplicates: stored.duplicates,
      status: stored.isComplete ? 'complete' : 'incomplete',
    }
    return response
  } catch (error) {
    await discardPart(db, part).catch(discardFailed)
    throw error
  }
}

/** Adds the part to its upload, unless the same rows were received before. */
async function addPartToUpload(
  db: Database,
  by: Actor,
  part: number,
  label: UploadLabel,
  figures: PartFigures,
  now: Date,
): Promise<StoredPart> {
  const stored = await storePart(db, by, part, label, figures, now)
  if (stored && stored.parts !== label.parts) {
    throw conflict(`This upload has ${stored.parts} parts, not ${label.parts}`)
  }
  if (!stored || stored.id === null)
    throw new Error('the rows of an upload were deleted while it was being sent')
  if (COMPARED_FIGURES.some((figure) => stored[figure] !== figures[figure])) {
    throw conflict(`Part ${label.part} of this upload was already received with different rows`)
  }
  if (stored.isComplete && stored.uploadKeywords === 0) {
    await deleteUpload(db, by, label.uploadBatch, now)
    throw invalid(MESSAGES.empty)
  }
  return stored
}

/** Different rows rarely agree in these. */
const COMPARED_FIGURES = ['keywords', 'skipped', 'duplicates', 'positions', 'positionSum'] as const

async function storeRows(
  db: Database,
  part: number,
  body: TimedBody,
  takeTurn: NonNullable<Source['takeTurn']>,
  now: () => Date,
): Promise<{ label: UploadLabel; figures: PartFigures }> {
  const reader = createBodyReader()
  const mapRow = createRowMapper()
  const tally = createTally()
  let pending: KeywordRow[] = []
  let written = 0

  const write = async (minimum: number) => {
    while (pending.length >= minimum) {
      const rows = pending.slice(0, WRITTEN_PER_TURN)
      pending = pending.slice(WRITTEN_PER_TURN)
      await addRows(db, part, written, rows, now())
      written += rows.length
      if (written > UPLOAD_MAX_ROWS) throw new AppError('too_large', MESSAGES.tooManyRows)
      await yieldToEventLoop()
    }
  }

  const processPiece = async (piece: Uint8Array) => {
    for (const row of reader.push(piece)) {
      const read = mapRow(row)
      if (typeof read === 'string') tally.skip()
      else {
        tally.add(read)
        pending.push(read)
      }
    }
    await yieldToEventLoop()
    await write(WRITTEN_PER_TURN)
  }

  for await (const piece of readPieces(body, UPLOAD_MAX_BYTES)) await takeTurn(() => processPiece(piece))
  const label = readLabel(reader.end())
  await takeTurn(() => write(1))
  const figures = tally.figures()
  if (label.parts === 1 && figures.keywords === 0) throw invalid(MESSAGES.empty)
  return { label, figures }
}

const RowsKey = z.object({ csvData: z.array(z.unknown(), MESSAGES.rows) }, MESSAGES.rows)

function readLabel(body: unknown): UploadLabel {
  const rows = RowsKey.safeParse(body)
  if (!rows.success) throw invalid(MESSAGES.rows, { csvData: MESSAGES.rows })
  const label = UploadLabel.safeParse(body)
  if (label.success) return label.data
  const fields = Object.fromEntries(label.error.issues.map(({ path, message }) => [String(path[0]), message]))
  throw invalid(Object.values(fields)[0] ?? MESSAGES.batch, fields)
}

function createTally() {
  // Hashes, because the keywords could take as much memory as the whole body.
  const seen = new Set<number>()
  const top = createTopKeywords()
  let added = 0
  let skipped = 0
  let positions = 0
  let positionSum = 0
  let longest = 0

  return {
    skip: () => {
      skipped++
    },
    add: (row: KeywordRow) => {
      added++
      seen.add(Number(Bun.hash(keywordKey(row.keyword))))
      top.offer(row)
      longest = Math.max(longest, row.keyword.length)
      if (row.position === null) return
      positions++
      positionSum += row.position
    },
    figures: (): PartFigures => ({
      keywords: added,
      skipped,
      duplicates: added - seen.size,
      positions,
      positionSum,
      topKeywords: top.rows(),
      longest,
    }),
  }
}
