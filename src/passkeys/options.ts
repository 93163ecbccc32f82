import type { CreationOptions, RequestOptions } from '#domain/passkeys.ts'
import type { User } from '#domain/users.ts'
import { CHALLENGE_MS } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { listDescriptors } from './store.ts'
import { ALGORITHMS, userHandleOf } from './verify.ts'

type Descriptors = Awaited<ReturnType<typeof listDescriptors>>

export const creationOptions = (
  challenge: string,
  relyingParty: RelyingParty,
  user: User,
  { siteName, existing }: { siteName: string; existing: Descriptors },
): CreationOptions => ({
  challenge,
  rp: { id: relyingParty.id, name: siteName },
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

/** If no passkeys are listed, the user may pick any. */
export const requestOptions = (
  challenge: string,
  relyingParty: RelyingParty,
  allowCredentials: Descriptors = [],
): RequestOptions => ({
  challenge,
  rpId: relyingParty.id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  allowCredentials,
})
