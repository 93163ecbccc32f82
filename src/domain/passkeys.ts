import * as z from 'zod/mini'
import { givenName } from './text-rules.ts'
import { DEVICE_SECRET, MESSAGES } from './users.ts'

const PASSKEY_NAME_MAX = 100
export const PASSKEYS_MAX = 20

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type Transport = (typeof TRANSPORTS)[number]

const NAME = 'Please give the passkey a name'
const INCOMPLETE = 'The passkey response is incomplete'

const name = givenName(NAME, PASSKEY_NAME_MAX)

/** Base64url. WebAuthn allows credential ids of 1,023 bytes. */
const bytes = (max: number) =>
  z.string(INCOMPLETE).check(z.maxLength(max, INCOMPLETE), z.regex(/^[\w-]+$/, INCOMPLETE))
const credentialId = bytes(1_364)
const clientData = bytes(4_096)

const common = { id: credentialId, rawId: credentialId, type: z.literal('public-key', INCOMPLETE) }

export const NewCredential = z.object(
  {
    ...common,
    response: z.object(
      {
        clientDataJSON: clientData,
        attestationObject: bytes(16_384),
        transports: z.optional(z.array(z.string(INCOMPLETE), INCOMPLETE).check(z.maxLength(20, INCOMPLETE))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
)
export type NewCredential = z.infer<typeof NewCredential>

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
    device: z.optional(z.string(MESSAGES.device).check(z.regex(DEVICE_SECRET, MESSAGES.device))),
  },
  INCOMPLETE,
)
export type PasskeyLogin = z.infer<typeof PasskeyLogin>

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  rpId: z.string(),
  /** False after the admin area moved to another domain. */
  worksHere: z.boolean(),
  /** Backed up by a password manager or platform account. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

/** `origin` is null if passkeys don't work here; `reason` says why. */
export const Passkeys = z.object({
  origin: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  passkeys: z.array(Passkey),
})
export type Passkeys = z.infer<typeof Passkeys>
