import { DEVICE_SECRET } from '#domain/users.ts'
import { keep, readStored } from '#web/lib/storage.ts'

const KEY = 'adminDevice'
const BYTES = 32

/**
 * The secret by which the server knows this browser again when someone floods the sign-in; made the first time, and kept
 * after signing out. It opens nothing. Undefined where the browser keeps nothing.
 */
export function readDevice(): string | undefined {
  const kept = readStored(KEY)
  if (kept !== null && DEVICE_SECRET.test(kept)) return kept
  const made = encode(crypto.getRandomValues(new Uint8Array(BYTES)))
  return keep(KEY, made) ? made : undefined
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
