import { DEVICE_SECRET } from '#domain/users.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'adminDevice'
const BYTES = 32

/**
 * A random secret that lets the server recognize this browser during sign-in floods. Survives signing out; grants no
 * access. Undefined without storage.
 */
export function readDeviceSecret(): string | undefined {
  const stored = readStored(KEY)
  if (stored !== null && DEVICE_SECRET.test(stored)) return stored
  const created = encode(crypto.getRandomValues(new Uint8Array(BYTES)))
  return writeStored(KEY, created) ? created : undefined
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
