import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { LANGUAGES } from '#domain/passwords/estimate/languages.ts'
import { makeStrengthFiles } from './make-data.ts'
import { COMPRESSED_BYTES_MAX as LANGUAGE_BYTES_MAX, makeLanguageFiles } from './rank-languages.ts'

const FOLDER = `${import.meta.dir}/../../src/domain/passwords/data`
/** The checker loads at most 250 kB, including code. */
const COMPRESSED_BYTES_MAX = 242_000

test('rebuilding the strength data gives the committed bytes, within their size limit', async () => {
  let compressed = 0
  for (const [name, bytes] of Object.entries(await makeStrengthFiles())) {
    const committed = await Bun.file(`${FOLDER}/${name}.bin`).bytes()
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(Bun.SHA256.hash(committed, 'hex'))
    compressed += brotliCompressSync(committed).length
  }
  expect(compressed).toBeLessThan(COMPRESSED_BYTES_MAX)
})

test('rebuilding each language gives the committed bytes, within 12 kB', async () => {
  const files = await makeLanguageFiles()
  expect([...files.keys()].sort()).toEqual(LANGUAGES.toSorted())
  for (const [code, bytes] of files) {
    const committed = await Bun.file(`${FOLDER}/languages/${code}.bin`).bytes()
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(Bun.SHA256.hash(committed, 'hex'))
    expect(brotliCompressSync(committed).length).toBeLessThanOrEqual(LANGUAGE_BYTES_MAX)
  }
})
