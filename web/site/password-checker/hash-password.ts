import { PREFIX_LENGTH } from '#domain/breach-check.ts'

/** SHA-1 in hexadecimal, split after the part that may leave the browser; null if Web Crypto is missing. */
export async function hashPassword(password: string): Promise<{ prefix: string; suffix: string } | null> {
  if (!window.isSecureContext) return null
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password))
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digits = hash.toUpperCase()
  return { prefix: digits.slice(0, PREFIX_LENGTH), suffix: digits.slice(PREFIX_LENGTH) }
}
