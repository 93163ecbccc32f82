import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { StartError } from '#src/errors.ts'

/** Formats: https://jedisct1.github.io/minisign/#signature-format. "Ed" is a key, "ED" a signature of a BLAKE2b-512 digest. */
const KEY = 'Ed'
const SIGNATURE = 'ED'
const UNENCRYPTED = '\0\0'
const ID_BYTES = 8

/** In base64url, as JWK has them. */
type Key = { id: Buffer; x: string; d: string }

const lastLine = (text: string): Buffer => Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')

const digestOf = (data: Uint8Array): Uint8Array => new Bun.CryptoHasher('blake2b512').update(data).digest()

/** The id as minisign shows it. */
const showId = (id: Buffer) => Buffer.from(id).reverse().toString('hex').toUpperCase()

/** `text` is a secret key as `minisign -G -W` writes it, with or without its comment. Throws StartError. */
export function readSigningKey(text: string): Key {
  const bytes = lastLine(text)
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== KEY)
    throw new StartError('The signing key is not a secret key of minisign.')
  if (bytes.toString('latin1', 2, 4) !== UNENCRYPTED)
    throw new StartError('The signing key is encrypted. Make one without a password: minisign -G -W.')
  const at = 54 + ID_BYTES
  const [d, x] = [bytes.toString('base64url', at, at + 32), bytes.toString('base64url', at + 32, at + 64)]
  return { id: bytes.subarray(54, at), d, x }
}

/** In minisign's format; `comment` is signed, too. */
export function signFile(data: Uint8Array, comment: string, { id, d, x }: Key): string {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  const signature = sign(null, digestOf(data), key)
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  return `untrusted comment: verify with minisign or passwright verify
${Buffer.concat([Buffer.from(SIGNATURE), id, signature]).toString('base64')}
trusted comment: ${comment}
${global.toString('base64')}
`
}

/** `publicKey` is in base64, with or without its comment. Returns the trusted comment. Throws StartError. */
export function verifySignature(data: Uint8Array, signatureText: string, publicKey: string): string {
  const keyBytes = lastLine(publicKey)
  if (keyBytes.length !== 42 || keyBytes.toString('latin1', 0, 2) !== KEY)
    throw new StartError('The public key is not one of minisign.')
  const [, line = '', trusted = '', globalLine = ''] = signatureText.split(/\r?\n/)
  const bytes = Buffer.from(line, 'base64')
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1]
  if (bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== SIGNATURE || comment === undefined)
    throw new StartError('The signature is damaged, or not in the format of minisign 0.10 and newer.')
  const [id, signedBy] = [keyBytes.subarray(2, 10), bytes.subarray(2, 10)]
  if (!id.equals(signedBy))
    throw new StartError(`The signature was made with the key ${showId(signedBy)} instead of ${showId(id)}.`)
  const x = keyBytes.toString('base64url', 10)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signature = bytes.subarray(10)
  if (!verify(null, digestOf(data), key, signature))
    throw new StartError('The signature is not valid: the signed file was changed.')
  const signed = Buffer.concat([signature, Buffer.from(comment)])
  if (!verify(null, signed, key, Buffer.from(globalLine, 'base64')))
    throw new StartError('The signature is not valid: its comment was changed.')
  return comment
}
