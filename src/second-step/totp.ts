import { Secret, TOTP } from 'otpauth'

/** What every authenticator app takes: RFC 6238 with HMAC-SHA-1, six digits, 30 seconds. */
const COMMON = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** Clocks may differ by one period. */
const WINDOW = 1

/** A new secret, in base32. */
export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The otpauth:// address that a QR code shows to an app. */
export const appAddress = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...COMMON, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** The period, counted from 1970, that `code` is of; null when it is of none that is near. */
export function periodOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...COMMON, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
