import { expect, test } from 'bun:test'
import { keywordParts } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { receiveUpload } from './upload.ts'

const now = () => NOON

const uploadOf = (rows: number) =>
  new TextEncoder().encode(
    JSON.stringify({
      uploadBatch: 'upload_1',
      csvData: Array.from({ length: rows }, (_, index) => ({ Keyword: `keyword ${index}` })),
    }),
  )

/** A slow body with a fake clock; `sent` counts its bytes. */
function trickle(bytes: Uint8Array, { first = 1, size = 1, milliseconds = 100 } = {}) {
  let time = 0
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        time += milliseconds
        if (sent >= bytes.length) return controller.close()
        const end = sent + (sent === 0 ? first : size)
        controller.enqueue(bytes.subarray(sent, end))
        sent = end
      },
    },
    { highWaterMark: 0 },
  )
  return { body, clock: () => time, sent: () => sent }
}

const TOO_SLOW = {
  code: 'invalid',
  message: 'The upload was too slow. Try again on a faster connection.',
}

test('aborts and discards a trickling body after 30 s', async () => {
  const { db } = await testApp()
  const { body, clock, sent } = trickle(uploadOf(500))
  await expect(receiveUpload(db, actor, { body, clock }, now)).rejects.toMatchObject(TOO_SLOW)
  expect(sent()).toBeGreaterThan(290)
  expect(sent()).toBeLessThan(310)
  expect(await db.$count(keywordParts)).toBe(0)
})

test('aborts a body that becomes slow', async () => {
  const { db } = await testApp()
  const first = 1024 * 1024
  const { body, clock, sent } = trickle(uploadOf(60_000), { first })
  await expect(receiveUpload(db, actor, { body, clock }, now)).rejects.toMatchObject(TOO_SLOW)
  expect(sent() - first).toBeLessThan(310)
})

test('aborts a stalled body', async () => {
  const { db } = await testApp()
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(uploadOf(1)) })
  await expect(receiveUpload(db, actor, { body, waitBudgetMs: 20 }, now)).rejects.toMatchObject(TOO_SLOW)
})

test('accepts a body from a slow connection with pauses', async () => {
  const { db } = await testApp()
  const { body, clock } = trickle(uploadOf(20_000), { first: 200_000, size: 200_000, milliseconds: 10_000 })
  const result = await receiveUpload(db, actor, { body, clock }, now)
  expect(result).toMatchObject({ count: 20_000, status: 'complete' })
})
