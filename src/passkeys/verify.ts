import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Assertion, NewCredential } from '#domain/passkeys.ts'
import { isTransport, type Transport } from '#domain/passkeys.ts'
import type { User } from '#domain/users.ts'
import type { Log } from '#src/log.ts'
import type { Answered, Challenges, Purpose } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256, as COSE numbers them: what browsers and authenticators have. */
export const ALGORITHMS = [-8, -7, -257]

type Context = { challenges: Challenges; party: RelyingParty; log: Log }

/** What an answered challenge says of the passkey that signed it. */
export type Signed = {
  challenge: Answered
  counter: number
  deviceType: 'singleDevice' | 'multiDevice'
  isBackedUp: boolean
}

/** A new passkey that was found right. */
export type VerifiedPasskey = Signed & { credentialId: string; publicKey: Buffer; transports: Transport[] }

type Known = { credentialId: string; publicKey: Uint8Array; owner: Pick<User, 'id' | 'createdAt'> }

/** What authenticators know a user by: neither a name nor the same on another site. */
export const userHandleOf = ({ id, createdAt }: Pick<User, 'id' | 'createdAt'>): string =>
  createHash('sha256').update(`${id} ${createdAt}`).digest('base64url')

/** Loaded when first needed: most of the time nobody signs in. Without the polyfill its own dependencies don't start. */
async function loadLibrary() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server')
}

async function loadHelpers() {
  await import('reflect-metadata')
  return import('@simplewebauthn/server/helpers')
}

/** The passkey that a browser has just made; null when anything about it is not as asked for. */
export async function verifyNew(
  { challenges, party, log }: Context,
  purpose: Purpose,
  { id, rawId, type, response }: NewCredential,
): Promise<VerifiedPasskey | null> {
  const { clientDataJSON, attestationObject } = response
  const [library, helpers] = await Promise.all([loadLibrary(), loadHelpers()])
  const expectedChallenge = readChallenge(clientDataJSON)
  const challenge = expectedChallenge && (await challenges.read(expectedChallenge, purpose, party))
  if (!challenge) return null
  try {
    const attestation = helpers.decodeAttestationObject(helpers.isoBase64URL.toBuffer(attestationObject))
    // Nobody asked for certificates, and those of a stranger's making name servers to ask about them.
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
      expectedOrigin: party.origin,
      expectedRPID: party.id,
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

/** What a passkey of ours has signed; null when anything about it is not as asked for. The counter is not judged here. */
export async function verifySigned(
  { challenges, party, log }: Context,
  purpose: Purpose,
  { id, rawId, type, response }: Assertion,
  { credentialId, publicKey, owner }: Known,
): Promise<Signed | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  // Only a passkey that signs in alone has to say whose it is.
  const namesOwner = userHandle ? userHandle === userHandleOf(owner) : purpose.kind !== 'sign in'
  const expectedChallenge = readChallenge(clientDataJSON)
  const challenge = expectedChallenge && (await challenges.read(expectedChallenge, purpose, party))
  if (!challenge || !namesOwner) return null
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
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would judge the counter before the signature: anyone could then make it look cloned.
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

/** The challenge that a browser says it was given; null from within another site's frame. */
function readChallenge(clientDataJSON: string): string | null {
  const text = Buffer.from(clientDataJSON, 'base64url').toString()
  return z.safeParse(ClientData, parseJson(text)).data?.challenge ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The library throws an Error for whatever a response lacks. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'unknown')
