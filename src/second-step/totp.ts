import { Secret, TOTP } from 'otpauth'

/** Supported by every authenticator app: RFC 6238, HMAC-SHA-1, six digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

const DRIFT_PERIODS = 1

export const periodAt = (at: Date): number => Math.floor(at.getTime() / (PARAMETERS.period * 1000))

export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** For the QR code. A colon separates issuer and label, so neither may contain one, not even encoded. */
export const otpauthUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({
    ...PARAMETERS,
    issuer: withoutColons(issuer),
    label: withoutColons(label),
    secret: Secret.fromBase32(secret),
  }).toString()

const withoutColons = (text: string) =>
  text
    .split(':')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')

/** The code's period since 1970, or null if it isn't current. */
export function periodOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_PERIODS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
