import { createCipheriv } from 'node:crypto'
import { configureGlobal } from 'fast-check'

/** Decides all random input of a run: fast-check's, which prints it as a signed integer, and that of `seededBytes`. */
export const SEED = Number(process.env.PASSWRIGHT_SEED ?? crypto.getRandomValues(new Int32Array(1))[0])

configureGlobal({ seed: SEED })
if (process.env.PASSWRIGHT_SEED === undefined)
  process.stderr.write(`PASSWRIGHT_SEED=${SEED} repeats this run's random input\n`)

/** Replaces `crypto.getRandomValues`: AES-CTR keyed by the seed. Each call starts the same sequence. */
export function seededBytes(): (bytes: Uint8Array) => void {
  const key = Buffer.alloc(16)
  key.writeUInt32LE(SEED >>> 0)
  const stream = createCipheriv('aes-128-ctr', key, Buffer.alloc(16))
  return (bytes) => bytes.set(stream.update(new Uint8Array(bytes.length)))
}
