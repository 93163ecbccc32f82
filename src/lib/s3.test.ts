import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { s3Server } from '#src/testing/s3-server.ts'
import { SPARE_BYTES } from './disk-space.ts'
import { openS3 } from './s3.ts'

const PLACE = { bucket: 'bucket', key: 'site/a b.db' }

test('silent storage times out before and during a response', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(3_000_000))
  await using file = await open(path)
  const s3 = openS3(storage.env, { silenceMs: 50 })
  const sentence = 'The storage of s3://bucket/site/a b.db did not respond in time (Timeout).'

  storage.setFault('silent')
  await expect(s3.upload(file, 3_000_000, PLACE)).rejects.toThrow(sentence)
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  storage.objects.set('bucket/site/a b.db', new Uint8Array(3_000_000))
  storage.setFault('silent half-way')
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
})

test("a file that can't be written is not reported as a storage error", async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(9))
  const nowhere = join(folder.path, 'nowhere', 'file')
  await expect(openS3(storage.env).download(PLACE, nowhere)).rejects.toHaveProperty('code', 'ENOENT')
})

test('refuses objects over the storage limit before and during a transfer', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(2049))
  await using file = await open(path)
  const s3 = openS3(storage.env, { bytesMax: 2048 })
  const sentence = 's3://bucket/site/a b.db is too large: a file in storage can be at most 2 KB.'

  await expect(s3.upload(file, 2049, PLACE)).rejects.toThrow(sentence)
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
  const s3 = openS3(storage.env, { free: () => SPARE_BYTES + 2048 })
  const back = join(folder.path, 'back')
  const sentence = `Not enough disk space for ${folder.path}: 2 KB needed, 2 KB free.`
  await expect(s3.download(PLACE, back)).rejects.toThrow(sentence)
  expect(existsSync(back)).toBe(false)
  storage.setFault('endless')
  await expect(s3.download(PLACE, back)).rejects.toThrow(`Not enough disk space for ${folder.path}`)
})
