import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { s3Server } from '#src/testing/s3-server.ts'
import { SPARE_BYTES } from './disk-space.ts'
import { openS3 } from './s3.ts'

const PLACE = { bucket: 'bucket', key: 'site/a b.db' }

test('storage that falls silent is given up, before and in the middle of what it sends', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(3_000_000))
  await using file = await open(path)
  const s3 = openS3(storage.env, { silenceMs: 200 })
  const sentence = 'The storage of s3://bucket/site/a b.db did not answer in time (Timeout).'

  storage.suffer('silent')
  await expect(s3.upload(file, 3_000_000, PLACE)).rejects.toThrow(sentence)
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  storage.objects.set('bucket/site/a b.db', new Uint8Array(3_000_000))
  storage.suffer('silent half-way')
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
})

test('a file that can not be written is no fault of the storage', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(9))
  const nowhere = join(folder.path, 'nowhere', 'file')
  await expect(openS3(storage.env).download(PLACE, nowhere)).rejects.toHaveProperty('code', 'ENOENT')
})

test('what is larger than storage takes is refused before and while it comes', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  const path = join(folder.path, 'file')
  await Bun.write(path, new Uint8Array(2049))
  await using file = await open(path)
  const s3 = openS3(storage.env, { mostBytes: 2048 })
  const sentence = 's3://bucket/site/a b.db is too large: one file in storage may have 2 KB.'

  await expect(s3.upload(file, 2049, PLACE)).rejects.toThrow(sentence)
  expect(storage.requests()).toBe(0)
  storage.objects.set('bucket/site/a b.db', new Uint8Array(2049))
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  expect(existsSync(join(folder.path, 'back'))).toBe(false)
  storage.suffer('endless')
  await expect(s3.download(PLACE, join(folder.path, 'back'))).rejects.toThrow(sentence)
  expect(statSync(join(folder.path, 'back')).size).toBeLessThanOrEqual(2048)
})

test('what the disk has no room for is not fetched', async () => {
  await using storage = s3Server()
  using folder = temporaryFolder()
  storage.objects.set('bucket/site/a b.db', new Uint8Array(2049))
  const s3 = openS3(storage.env, { free: () => SPARE_BYTES + 2048 })
  const back = join(folder.path, 'back')
  const sentence = `The disk of ${folder.path} has no room: 2 KB are needed and 2 KB are free.`
  await expect(s3.download(PLACE, back)).rejects.toThrow(sentence)
  expect(existsSync(back)).toBe(false)
  storage.suffer('endless')
  await expect(s3.download(PLACE, back)).rejects.toThrow(`The disk of ${folder.path} has no room`)
})
