import { afterEach, expect, jest, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { s3Server } from '#src/testing/s3-server.ts'
import { SPARE_BYTES } from './disk-space.ts'
import { openS3 } from './s3.ts'
import { chunksOf } from './stored-stream.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

afterEach(() => void jest.useRealTimers())

const PLACE = { bucket: 'bucket', key: 'site/a b.db' }

test('silent storage times out before and during a response', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(3_000_000))
  await using file = await open(path)
  const back = join(folder.path, 'back')
  const s3 = openS3(storage.keys)
  const failure = 'StartError: The storage of s3://bucket/site/a b.db did not respond in time (Timeout).'

  jest.useFakeTimers()
  storage.setFault('silent')
  expect(
    await failureInSilence(s3.upload(chunksOf(file), 3_000_000, PLACE), () => storage.requests() === 1),
  ).toBe(failure)
  expect(await failureInSilence(s3.download(PLACE, back), () => storage.requests() === 2)).toBe(failure)
  storage.objects.set('bucket/site/a b.db', new Uint8Array(3_000_000))
  storage.setFault('silent half-way')
  const isHalfWritten = () => existsSync(back) && statSync(back).size === 1_500_000
  expect(await failureInSilence(s3.download(PLACE, back), isHalfWritten)).toBe(failure)
})

/** Lets a minute pass once `isSilent`; it must not fail before. */
async function failureInSilence(work: Promise<void>, isSilent: () => boolean): Promise<string | undefined> {
  const failures: string[] = []
  work.catch((error: unknown) => void failures.push(String(error)))
  while (failures.length === 0 && !isSilent()) await yieldToEventLoop()
  expect(failures).toEqual([])
  while (failures.length === 0) {
    jest.advanceTimersByTime(60_000)
    await yieldToEventLoop()
  }
  return failures[0]
}

test("a file that can't be written is not reported as a storage error", async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(9))
  const nowhere = join(folder.path, 'nowhere', 'file')
  await expect(openS3(storage.keys).download(PLACE, nowhere)).rejects.toHaveProperty('code', 'ENOENT')
})

test('refuses objects over the storage limit before and during a transfer', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(2049))
  await using file = await open(path)
  const s3 = openS3(storage.keys, { bytesMax: 2048 })
  const sentence = 's3://bucket/site/a b.db is too large: a file in storage can be at most 2 KB.'

  await expect(s3.upload(chunksOf(file), 2049, PLACE)).rejects.toThrow(sentence)
  expect(storage.requests()).toBe(0)
  storage.objects.set('bucket/site/a b.db', new Uint8Array(2049))
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  expect(existsSync(join(folder.path, 'back'))).toBe(false)
  storage.setFault('endless')
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  expect(statSync(join(folder.path, 'back')).size).toBeLessThanOrEqual(2048)
})

test('an object larger than the free disk space is not fetched', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(2049))
  const s3 = openS3(storage.keys, { free: () => SPARE_BYTES + 2048 })
  const back = join(folder.path, 'back')
  const sentence = `Not enough disk space for ${folder.path}: 2 KB needed, 2 KB free.`
  await expect(s3.download(PLACE, back)).rejects.toThrow(sentence)
  expect(existsSync(back)).toBe(false)
  storage.setFault('endless')
  await expect(s3.download(PLACE, back)).rejects.toThrow(`Not enough disk space for ${folder.path}`)
})
