import { expect, test } from 'bun:test'
import { brotliCompressSync } from 'node:zlib'
import { shortOrLong } from '#src/testing/attack.ts'
import { hashBuild, readBuildHash } from './build-hash.ts'
import { makeStrengthFiles } from './make-data.ts'
import { COMPRESSED_BYTES_MAX as LANGUAGE_BYTES_MAX, makeLanguageFiles } from './rank-languages.ts'

const FOLDER = `${import.meta.dir}/../../src/domain/passwords/data`
/** The checker loads at most 250 kB, including code. */
const COMPRESSED_BYTES_MAX = 242_000

const LANGUAGES = [...new Bun.Glob('*.bin').scanSync(`${FOLDER}/languages`)].map((name) => name.slice(0, -4))

const compressedSize = async (name: string) =>
  brotliCompressSync(await Bun.file(`${FOLDER}/${name}.bin`).bytes()).length

test('the strength data were built by scripts/build-strength from the present sources', async () => {
  expect(await hashBuild()).toBe(await readBuildHash())
})

test('the strength data are what a new build gives', async () => {
  const files = await shortOrLong(async () => [], rebuild)()
  for (const [name, bytes] of files) {
    const committed = await Bun.file(`${FOLDER}/${name}.bin`).bytes()
    expect(Bun.SHA256.hash(bytes, 'hex')).toBe(Bun.SHA256.hash(committed, 'hex'))
  }
  expect(files).toHaveLength(shortOrLong(0, 3 + LANGUAGES.length))
})

test('the strength data are within their size limits', async () => {
  const sizes = await Promise.all(['passwords', 'words', 'characters'].map(compressedSize))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(COMPRESSED_BYTES_MAX)
  for (const code of LANGUAGES)
    expect(await compressedSize(`languages/${code}`)).toBeLessThanOrEqual(LANGUAGE_BYTES_MAX)
})

async function rebuild(): Promise<[name: string, bytes: Uint8Array][]> {
  const languages = [...(await makeLanguageFiles())]
  return [
    ...Object.entries(await makeStrengthFiles()),
    ...languages.map(([code, bytes]): [string, Uint8Array] => [`languages/${code}`, bytes]),
  ]
}
