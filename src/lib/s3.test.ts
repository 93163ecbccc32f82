import { expect, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { s3Server } from '#src/testing/s3-server.ts'
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
