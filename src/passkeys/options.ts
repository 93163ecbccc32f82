import type { CreationOptions, RequestOptions } from '#domain/passkeys.ts'
import type { User } from '#domain/users.ts'
import { CHALLENGE_MS } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { describePasskeys } from './store.ts'
import { ALGORITHMS, userHandleOf } from './verify.ts'

type Descriptors = Awaited<ReturnType<typeof describePasskeys>>

/** What a browser is asked to make: a passkey that signs in alone, after a look at who uses it. */
export const creationOptions = (
  challenge: string,
  party: RelyingParty,
  user: User,
  { siteName, existing }: { siteName: string; existing: Descriptors },
): CreationOptions => ({
  challenge,
  rp: { id: party.id, name: siteName },
  user: { id: userHandleOf(user), name: user.username, displayName: user.username },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_MS,
  attestation: 'none',
  excludeCredentials: existing,
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
})

/** What a browser is asked to sign; with no passkeys named, whichever the user picks. */
export const requestOptions = (
  challenge: string,
  party: RelyingParty,
  allowCredentials: Descriptors = [],
): RequestOptions => ({
  challenge,
  rpId: party.id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials,
})
