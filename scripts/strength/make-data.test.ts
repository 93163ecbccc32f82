import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { makeStrengthFiles } from './make-data.ts'

const FOLDER = `${import.meta.dir}/../../src/domain/passwords/data`
// With the code, no more than 250 kB are to be loaded for the checker.
const MOST_COMPRESSED_BYTES = 242_000

test('building the strength data again gives the committed bytes, small enough to load on focus', async () => {
  let compressed = 0
  for (const [name, bytes] of Object.entries(await makeStrengthFiles())) {
    const committed = await Bun.file(`${FOLDER}/${name}.bin`).bytes()
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(Bun.SHA256.hash(committed, 'hex'))
    compressed += brotliCompressSync(committed).length
  }
  expect(compressed).toBeLessThan(MOST_COMPRESSED_BYTES)
}, 30_000)
