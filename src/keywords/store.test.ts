import { expect, test } from 'bun:test'
import { keywordParts, keywords } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { NOON } from '#src/testing/test-app.ts'
import { listKeywords, readStats } from './listing.ts'
import { deleteLeftovers, deleteUpload, listUploads, openPart } from './store.ts'
import { receiveUpload } from './upload.ts'

const UPLOADS = { limit: 9, offset: 0, sort: 'uploadedAt', order: 'desc' } as const
const LIST = { limit: 1_000, offset: 0, sort: 'uploadedAt', order: 'desc', search: '' } as const

test.each(ENGINES)('stores, lists and deletes uploads with %s', async (_, open) => {
  await using database = await open()
  const db = await database.migrated()
  const now = () => NOON
  const send = (part: number, names: string[]) => {
    const csvData = names.map((Keyword, index) => ({ Keyword, Position: index + 1, Traffic: part * 10 }))
    const body = new Blob([JSON.stringify({ csvData, uploadBatch: 'upload_1', part, parts: 2 })])
    return receiveUpload(db, actor, { body: body.stream() }, now)
  }

  expect(await send(2, ['c', 'c'])).toMatchObject({ count: 2, duplicates: 1 })
  expect(await listKeywords(db, LIST)).toEqual({ rows: [], total: 0 })
  expect(await send(2, ['c', 'c'])).toMatchObject({ count: 2, status: 'incomplete' })
  expect(await send(1, ['a', 'b'])).toMatchObject({ status: 'complete' })
  expect(await send(1, ['a', 'b'])).toMatchObject({ count: 2 })

  const { rows, total } = await listKeywords(db, LIST)
  expect(total).toBe(4)
  expect(rows.map(({ keyword }) => keyword)).toEqual(['a', 'b', 'c', 'c'])
  const found = await listKeywords(db, { ...LIST, search: 'C', sort: 'position' })
  expect(found.rows.map(({ position }) => position)).toEqual([2, 1])
  expect(await readStats(db)).toMatchObject({ totalKeywords: 4, totalBatches: 1, averagePosition: 1.5 })
  expect((await readStats(db)).topKeywords.map(({ keyword }) => keyword)).toEqual(['c', 'a', 'b'])
  expect(await listUploads(db, UPLOADS)).toMatchObject({
    rows: [{ count: 4, status: 'complete', partsReceived: 2 }],
    total: 1,
  })

  await openPart(db, new Date(0))
  await deleteLeftovers(db, NOON)
  await deleteUpload(db, actor, 'upload_1', now())
  expect([await db.$count(keywords), await db.$count(keywordParts)]).toEqual([0, 0])
})
