import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Assertion, NewCredential } from '#domain/passkeys.ts'
import { isTransport, type Transport } from '#domain/passkeys.ts'
import type { User } from '#domain/users.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import type { Log } from '#src/log.ts'
import type { Challenges, Purpose, VerifiedChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE numbers of EdDSA, ES256 and RS256, which cover all browsers and authenticators. */
export const ALGORITHMS = [-8, -7, -257]

type Context = { challenges: Challenges; relyingParty: RelyingParty; log: Log }

export type VerifiedAssertion = {
  challenge: VerifiedChallenge
  counter: number
  deviceType: 'singleDevice' | 'multiDevice'
  isBackedUp: boolean
}

export type VerifiedPasskey = VerifiedAssertion & {
  credentialId: string
  publicKey: Buffer
  transports: Transport[]
}

type Known = { credentialId: string; publicKey: Uint8Array; owner: Pick<User, 'id' | 'createdAt'> }

/** Contains no name, and differs from site to site. */
export const userHandleOf = ({ id, createdAt }: Pick<User, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('base64url')

/** Lazy, because sign-ins are rare. Its dependencies need the polyfill. */
async function loadLibrary() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

async function loadHelpers() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server/helpers')
}

/** Null if anything differs from what was requested. */
export async function verifyRegistration(
  { challenges, relyingParty, log }: Context,
  purpose: Purpose,
  { id, rawId, type, response }: NewCredential,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON, attestationObject } = response
  const [library, helpers] = await Promise.all([loadLibrary(), loadHelpers()])
  const expectedChallenge = readChallenge(clientDataJSON)
  const challenge = expectedChallenge && (await challenges.read(expectedChallenge, purpose, relyingParty))
  if (!challenge) return null
  try {
    const attestation = helpers.decodeAttestationObject(helpers.isoBase64URL.toBuffer(attestationObject))
    // Attestation isn't requested. An attacker's certificate could name servers that we would contact.
    const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed'
    if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined) return null
    const transports = (response.transports ?? []).filter(isTransport)
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    if (credential.id !== id) return null
    return {
      challenge,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      deviceType: credentialDeviceType,
      isBackedUp: credentialBackedUp,
    }
  } catch (error) {
    log.debug('passkey not added', { reason: reasonOf(error) })
    return null
  }
}

/** Null if anything differs from what was requested. Doesn't check the counter. */
export async function verifyAssertion(
  { challenges, relyingParty, log }: Context,
  purpose: Purpose,
  { id, rawId, type, response }: Assertion,
  { credentialId, publicKey, owner }: Known,
): Promise<VerifiedAssertion | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  // Required only when the passkey identifies the user.
  const isOwner = userHandle ? userHandle === userHandleOf(owner) : purpose.kind !== 'sign in'
  const expectedChallenge = readChallenge(clientDataJSON)
  const challenge = expectedChallenge && (await challenges.read(expectedChallenge, purpose, relyingParty))
  if (!challenge || !isOwner) return null
  const library = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      // The library checks the counter before the signature, so anyone could make a passkey look cloned.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    if (!verified) return null
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo
    return {
      challenge,
      counter: newCounter,
      deviceType: credentialDeviceType,
      isBackedUp: credentialBackedUp,
    }
  } catch (error) {
    log.debug('passkey not accepted', { reason: reasonOf(error) })
    return null
  }
}

const ClientData = z.object({ challenge: z.string(), crossOrigin: z.optional(z.literal(false)) })

/** Null for requests from a cross-origin frame. */
function readChallenge(clientDataJSON: string): string | null {
  const text = Buffer.from(clientDataJSON, 'base64url').toString()
  return z.safeParse(ClientData, parseJson(text)).data?.challenge ?? null
}

/** The library throws an Error for any malformed response. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'unknown')
