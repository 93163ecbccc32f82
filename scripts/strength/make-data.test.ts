import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { makeStrengthFiles } from './make-data.ts'

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
