import * as z from 'zod/mini'
import type { Actor } from '#domain/audit.ts'
import {
  type KeywordRow,
  MESSAGES,
  sameKeyword,
  UPLOAD_MAX_ROWS,
  type UploadAnswer,
  UploadLabel,
} from '#domain/keywords.ts'
import type { Database } from '#src/db/database.ts'
import { AppError, conflict, invalid } from '#src/errors.ts'
import { breathe, cutOff } from '#src/lib/breathe.ts'
import { createBodyReader } from './body-reader.ts'
import { type Incoming, inPieces } from './incoming.ts'
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

/** So many rows are written before everyone else has their turn: it takes some milliseconds. */
const WRITTEN_AT_ONCE = 1_000

export type Source = Incoming & {
  /** Tells when nobody waits for the answer any more. */
  signal?: AbortSignal
  takeTurn?: TakeTurn
  /** Whether an upload was deleted since this call began. */
  isDeleted?: (batch: string) => boolean
  /** Rows of a refused call stay until leftovers are deleted: the refusal matters more. */
  discardFailed?: (error: unknown) => void
}

/**
 * Stores the rows of a call while they arrive: all of them count, or none. A part that came before is not stored again;
 * the answer is then about the rows that were. Throws AppError invalid or too_large, or conflict when the upload was
 * announced with another number of parts or deleted while it came, or when the part came before with other rows.
 */
export async function receiveUpload(
  db: Database,
  by: Actor,
  {
    signal,
    takeTurn = (work) => work(),
    isDeleted = () => false,
    discardFailed = () => undefined,
    ...body
  }: Source,
  now: () => Date,
): Promise<UploadAnswer> {
  const part = await openPart(db, now())
  try {
    const { label, figures } = await storeRows(db, part, body, takeTurn, now)
    const stored = await takeTurn(async () => {
      if (signal?.aborted) throw cutOff()
      if (isDeleted(label.uploadBatch)) throw conflict('This upload was deleted while it came')
      return await settle(db, by, part, label, figures, now())
    })
    if (stored.id !== part) await discardPart(db, part)
    const answer: UploadAnswer = {
      count: stored.keywords,
      uploadBatch: label.uploadBatch,
      skipped: stored.skipped,
      duplicates: stored.duplicates,
      status: stored.isComplete ? 'complete' : 'incomplete',
    }
    return answer
  } catch (error) {
    await discardPart(db, part).catch(discardFailed)
    throw error
  }
}

/** Makes the part one of its upload's, unless it came before: then with the same rows. */
async function settle(
  db: Database,
  by: Actor,
  part: number,
  label: UploadLabel,
  figures: PartFigures,
  now: Date,
): Promise<StoredPart> {
  const stored = await storePart(db, by, part, label, figures, now)
  if (stored && stored.parts !== label.parts) {
    throw conflict(`This upload was announced with ${stored.parts} parts, not ${label.parts}`)
  }
  if (!stored || stored.id === null) throw new Error('the rows of an upload were taken away while it came')
  if (COMPARED.some((figure) => stored[figure] !== figures[figure])) {
    throw conflict(`Part ${label.part} of this upload came before, with other rows`)
  }
  if (stored.isComplete && stored.uploadKeywords === 0) {
    await deleteUpload(db, by, label.uploadBatch, now)
    throw invalid(MESSAGES.empty)
  }
  return stored
}

/** Other rows hardly ever have all of these in common. */
const COMPARED = ['keywords', 'skipped', 'duplicates', 'positions', 'positionSum'] as const

async function storeRows(
  db: Database,
  part: number,
  body: Incoming,
  takeTurn: NonNullable<Source['takeTurn']>,
  now: () => Date,
): Promise<{ label: UploadLabel; figures: PartFigures }> {
  const reader = createBodyReader()
  const mapRow = createRowMapper()
  const tally = createTally()
  let waiting: KeywordRow[] = []
  let written = 0

  const write = async (least: number) => {
    while (waiting.length >= least) {
      const rows = waiting.slice(0, WRITTEN_AT_ONCE)
      waiting = waiting.slice(WRITTEN_AT_ONCE)
      await addRows(db, part, written, rows, now())
      written += rows.length
      if (written > UPLOAD_MAX_ROWS) throw new AppError('too_large', MESSAGES.tooManyRows)
      await breathe()
    }
  }

  const take = async (piece: Uint8Array) => {
    for (const row of reader.push(piece)) {
      const read = mapRow(row)
      if (typeof read === 'string') tally.skip()
      else {
        tally.add(read)
        waiting.push(read)
      }
    }
    await breathe()
    await write(WRITTEN_AT_ONCE)
  }

  for await (const piece of inPieces(body)) await takeTurn(() => take(piece))
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

/** What statistics need to know of a part's rows, counted while they pass. */
function createTally() {
  // Numbers made of the keywords: these could be as long as the whole body together.
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
      seen.add(Number(Bun.hash(sameKeyword(row.keyword))))
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
