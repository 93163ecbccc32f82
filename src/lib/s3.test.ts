import { afterEach, expect, jest, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { type S3Fault, s3Server } from '#src/testing/s3-server.ts'
import { until } from '#src/testing/time-limits.ts'
import { SPARE_BYTES } from './disk-space.ts'
import { openS3 } from './s3.ts'
import { chunksOf } from './stored-stream.ts'

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

test('storage that sends a few bytes a minute times out', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(9))
  storage.setFault('dripping')
  const back = join(folder.path, 'back')
  const failures: string[] = []
  jest.useFakeTimers()
  void openS3(storage.keys)
    .download(PLACE, back)
    .catch((error: unknown) => failures.push(String(error)))
  const size = () => (existsSync(back) ? statSync(back).size : 0)
  await until('the response has begun', storage.isDripping)
  for (const bytes of [1, 2]) {
    expect(failures).toEqual([])
    storage.drip()
    await until('the byte is written', () => size() === bytes)
    jest.advanceTimersByTime(30_000)
  }
  await until('the download has failed', () => failures.length > 0)
  expect(failures).toEqual([
    'StartError: The storage of s3://bucket/site/a b.db did not respond in time (Timeout).',
  ])
})

/** Lets a minute pass once `isSilent`; it must not fail before. */
async function failureInSilence(work: Promise<void>, isSilent: () => boolean): Promise<string | undefined> {
  const failures: string[] = []
  work.catch((error: unknown) => void failures.push(String(error)))
  await until('the storage is silent', () => failures.length > 0 || isSilent())
  expect(failures).toEqual([])
  jest.advanceTimersByTime(60_000)
  return until('it has timed out', () => failures[0])
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

const FOLDER = { bucket: 'bucket', key: 'my site' }

test('lists what is directly below a key, a page at a time', async () => {
  await using storage = s3Server()
  for (const name of ['a.db', 'b.db', 'c.db', 'd.db', 'e.db', 'f/g.db'])
    storage.objects.set(`bucket/my site/${name}`, new Uint8Array(1))
  storage.objects.set('bucket/other/h.db', new Uint8Array(1))
  expect(await openS3(storage.keys).names(FOLDER)).toEqual(['a.db', 'b.db', 'c.db', 'd.db', 'e.db'])
  expect(storage.requests()).toBe(3)
})

const LISTS: [S3Fault, string][] = [
  [
    'sending on',
    'redirects to another address, which is not followed. Please check S3_ENDPOINT and S3_REGION.',
  ],
  ['endless', 'sent a list of files that is far too long.'],
  ['packed', 'did not send a list of its files. Please check S3_ENDPOINT.'],
  [
    'listing the same again',
    'has more than 100,000 files there. Please use an address of its own for each site.',
  ],
  ['a page instead', 'refused the request or did not respond (HTTP 502).'],
  ['refusing', 'refused the request or did not respond (AccessDenied).'],
]

test.each(LISTS)('a list of storage that is %s is not read on', async (fault, words) => {
  await using other = s3Server()
  await using storage = s3Server({ sendsTo: `${other.env.S3_ENDPOINT}/bucket` })
  for (const name of ['a.db', 'b.db', 'c.db'])
    storage.objects.set(`bucket/my site/${name}`, new Uint8Array(1))
  storage.setFault(fault)
  const failure = openS3(storage.keys)
    .names(FOLDER)
    .catch((error: unknown) => String(error))
  expect(await failure).toBe(`StartError: The storage of s3://bucket/my site ${words}`)
  expect(other.requests()).toBe(0)
  expect(storage.requests()).toBeLessThanOrEqual(100)
})

test('a list that takes five minutes times out', async () => {
  await using storage = s3Server()
  storage.setFault('dripping')
  const failures: string[] = []
  jest.useFakeTimers()
  void openS3(storage.keys)
    .names(FOLDER)
    .catch((error: unknown) => failures.push(String(error)))
  await until('the list is requested', () => storage.requests() > 0)
  jest.advanceTimersByTime(300_000)
  await until('the list has failed', () => failures.length > 0)
  expect(failures).toEqual([
    'StartError: The storage of s3://bucket/my site did not respond in time (Timeout).',
  ])
})
