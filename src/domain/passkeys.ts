import * as z from 'zod/mini'
import { DEVICE_SECRET, MESSAGES } from './users.ts'

export const PASSKEY_NAME_MAX = 100
export const MOST_PASSKEYS = 20

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof TRANSPORTS)[number]

const NAME = 'Please give the passkey a name'
const INCOMPLETE = 'The answer of the passkey is not complete'

const name = z
  .string(NAME)
  .check(
    z.trim(),
    z.minLength(1, NAME),
    z.maxLength(PASSKEY_NAME_MAX, `A name has at most ${PASSKEY_NAME_MAX} characters`),
  )

/** Bytes in base64url. WebAuthn allows credential ids of 1,023 bytes; the other lengths leave ample room. */
const bytes = (max: number) =>
  z.string(INCOMPLETE).check(z.maxLength(max, INCOMPLETE), z.regex(/^[\w-]+$/, INCOMPLETE))
const credentialId = bytes(1_364)
const clientData = bytes(4_096)

const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key', INCOMPLETE) }

/** What a browser answers for a new passkey. */
export const NewCredential = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: clientData,
        attestationObject: bytes(16_384),
        /** Words that are not known are left out. */
        transports: z.optional(z.array(z.string(INCOMPLETE), INCOMPLETE).check(z.maxLength(20, INCOMPLETE))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
)
export type NewCredential = z.infer<typeof NewCredential>

/** What a browser answers when a passkey signs a challenge. */
export const Assertion = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: clientData,
        authenticatorData: bytes(4_096),
        signature: bytes(4_096),
        userHandle: z.optional(z.nullable(bytes(100))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
)
export type Assertion = z.infer<typeof Assertion>

export const isTransport = (word: string): word is Transport => TRANSPORTS.some((known) => known === word)

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.infer<typeof RequestOptions>

export const NewPasskey = z.object({ name, credential: NewCredential }, NAME)
export const PasskeyName = z.object({ name }, NAME)
export const PasskeyProof = z.object({ credential: Assertion }, INCOMPLETE)
export const PasskeyLogin = z.object(
  {
    credential: Assertion,
    /** As in a sign-in by password. */
    device: z.optional(z.string(MESSAGES.device).check(z.regex(DEVICE_SECRET, MESSAGES.device))),
  },
  INCOMPLETE,
)
export type PasskeyLogin = z.infer<typeof PasskeyLogin>

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** The domain that it was made for. */
  rpId: z.string(),
  /** Whether it works at the present address of the admin area. */
  worksHere: z.boolean(),
  /** Whether it is kept on other devices or in an account, too. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** `origin` is where passkeys can be used; null where they can't, and `reason` says why. */
export const Passkeys = z.object({
  origin: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  passkeys: z.array(Passkey),
})
export type Passkeys = z.infer<typeof Passkeys>
