import { brotliCompressSync } from 'node:zlib'
import { writeBuildHash } from './strength/build-hash.ts'
import { makeStrengthFiles } from './strength/make-data.ts'
import { makeLanguageFiles } from './strength/rank-languages.ts'

const FOLDER = 'src/domain/passwords/data'

for (const [name, bytes] of Object.entries(await makeStrengthFiles())) await write(name, bytes)
for (const [code, bytes] of await makeLanguageFiles()) await write(`languages/${code}`, bytes)
await writeBuildHash()

async function write(name: string, bytes: Uint8Array): Promise<void> {
  await Bun.write(`${FOLDER}/${name}.bin`, bytes)
  const kilobytes = [bytes.length, brotliCompressSync(bytes).length].map((length) =>
    Math.round(length / 1000),
  )
  process.stdout.write(`${FOLDER}/${name}.bin: ${kilobytes[0]} kB, compressed ${kilobytes[1]} kB\n`)
}
