import { brotliCompressSync } from 'node:zlib'
import { makeStrengthFiles } from './strength/make-data.ts'

const FOLDER = 'src/domain/passwords/data'

for (const [name, bytes] of Object.entries(await makeStrengthFiles())) {
  await Bun.write(`${FOLDER}/${name}.bin`, bytes)
  const kilobytes = [bytes.length, brotliCompressSync(bytes).length].map((length) =>
    Math.round(length / 1000),
  )
  process.stdout.write(`${FOLDER}/${name}.bin: ${kilobytes[0]} kB, compressed ${kilobytes[1]} kB\n`)
}
