import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'

type Options = { rpId?: string; origin?: string }

export type Overrides = Options & {
  crossOrigin?: boolean
  challenge?: string
  type?: string
  counter?: number
  isVerified?: boolean
  isPresent?: boolean
  isBackedUp?: boolean
  userHandle?: string | null
  id?: string
  breaksSignature?: boolean
  format?: string
  statement?: Map<string, CBORType>
}

const sha256 = (data: string | Uint8Array) => new Bun.CryptoHasher('sha256').update(data).digest()
const encode = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

const FLAGS = { present: 1, verified: 4, eligible: 8, backedUp: 16, attested: 64 }

/** A passkey and its browser: P-256, synced, for http://localhost by default. */
export async function createAuthenticator({ rpId = 'localhost', origin = 'http://localhost' }: Options = {}) {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  const credentialId = crypto.getRandomValues(new Uint8Array(32))
  const ownId = encode(credentialId)
  const coseKey = new Map<number, CBORType>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, raw.slice(1, 33)],
    [-3, raw.slice(33, 65)],
  ])
  let ownHandle = 'bm9ib2R5'

  const clientData = (type: string, challenge: string, overrides: Overrides) =>
    JSON.stringify({
      type: overrides.type ?? type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? origin,
      crossOrigin: overrides.crossOrigin ?? false,
    })

  const authenticatorData = (overrides: Overrides, attested?: Uint8Array) => {
    const { isVerified = true, isPresent = true, isBackedUp = true, counter = 0 } = overrides
    const flags =
      FLAGS.eligible +
      (isPresent ? FLAGS.present : 0) +
      (isVerified ? FLAGS.verified : 0) +
      (isBackedUp ? FLAGS.backedUp : 0) +
      (attested ? FLAGS.attested : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(overrides.rpId ?? rpId), head, attested ?? Buffer.alloc(0)])
  }

  return {
    id: ownId,
    stored: (handle: string) => {
      ownHandle = handle
      const publicKey = Buffer.from(encodeCBOR(coseKey))
      const deviceType = 'multiDevice' as const
      return { credentialId: ownId, publicKey, counter: 0, transports: [], deviceType, isBackedUp: true }
    },
    create: (options: { challenge: string; user: { id: string } }, overrides: Overrides = {}) => {
      ownHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, encodeCBOR(coseKey)])
      const attestation = new Map<string, CBORType>([
        ['fmt', overrides.format ?? 'none'],
        ['attStmt', overrides.statement ?? new Map<string, CBORType>()],
        ['authData', new Uint8Array(authenticatorData(overrides, attested))],
      ])
      return {
        id: overrides.id ?? ownId,
        rawId: overrides.id ?? ownId,
        type: 'public-key',
        response: {
          clientDataJSON: encode(clientData('webauthn.create', options.challenge, overrides)),
          attestationObject: encode(encodeCBOR(attestation)),
          transports: ['internal', 'telepathy'],
        },
      }
    },
    sign: async ({ challenge }: { challenge: string }, overrides: Overrides = {}) => {
      const data = authenticatorData(overrides)
      const client = clientData('webauthn.get', challenge, overrides)
      const signed = new Uint8Array(
        Buffer.concat([data, sha256(overrides.breaksSignature ? `${client} ` : client)]),
      )
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = asDer(new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, signed)))
      return {
        id: overrides.id ?? ownId,
        rawId: overrides.id ?? ownId,
        type: 'public-key',
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(signature),
          userHandle: overrides.userHandle === undefined ? ownHandle : overrides.userHandle,
        },
      }
    },
  }
}

/** Authenticators encode signatures in ASN.1; Web Crypto concatenates the two integers. */
function asDer(signature: Uint8Array): Uint8Array {
  const integers = [signature.slice(0, 32), signature.slice(32)].map((bytes) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.slice(first)
    const padded = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), digits]) : Buffer.from(digits)
    return Buffer.concat([Buffer.of(2, padded.length), padded])
  })
  const both = Buffer.concat(integers)
  return Buffer.concat([Buffer.of(0x30, both.length), both])
}
