import * as z from 'zod/mini'
import { isPermission, type Permission } from './permissions.ts'
import { SecondStep } from './second-step.ts'
import { PasswordReset, User } from './users.ts'

/** For so many minutes after a password or passkey was given, what can't be undone needs none again. */
export const PROOF_MINUTES = 15

export const ProofInput = z.object(
  { password: z.string('Please enter your password').check(z.minLength(1, 'Please enter your password')) },
  'Please enter your password',
)
export type ProofInput = z.infer<typeof ProofInput>

/** `provedUntil`: ISO 8601, UTC. */
export const ProofAnswer = z.object({ provedUntil: z.string() })

/** Someone who is signed in, as the user may see it. Times are ISO 8601 in UTC. */
export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** Browser and system in words, such as 'Firefox on Linux'; empty where neither is known. */
  browser: z.string(),
  /** Where it began: a /24 or /48 in CIDR notation; empty where it is not known. */
  network: z.string(),
  /** Whether this is the session that asks. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A sign-in from a browser that this user had not used before. */
export const NewBrowser = z.object({
  id: z.number(),
  at: z.string(),
  browser: z.string(),
  network: z.string(),
  /** Null once the session has ended. */
  sessionId: z.nullable(z.string()),
})
export type NewBrowser = z.infer<typeof NewBrowser>

/** Who is signed in, and what they should know. */
export const Account = z.object({
  user: User,
  mustChangePassword: z.boolean(),
  /** Until then nothing asks for the password or passkey again; null when the next such act will. */
  provedUntil: z.nullable(z.string()),
  newBrowsers: z.array(NewBrowser),
  secondStep: SecondStep,
})
export type Account = z.infer<typeof Account>

export const TOKEN_NAME_MAX = 100
export const TOKEN_DAYS = { default: 90, max: 366 } as const
export const MOST_TOKENS = 20

/** What personal tokens begin with, so that scanners for leaked secrets recognize them. */
export const TOKEN_PREFIX = 'passwright_'

/** Accounts are managed by people who have signed in. */
const isTokenPermission = (word: unknown): word is Permission => isPermission(word) && word !== 'users.write'

const permissions = z
  .array(
    z.custom<Permission>(isTokenPermission, 'A token can have no such permission'),
    'Please choose what the token may do',
  )
  .check(z.maxLength(20, 'Please choose what the token may do'))

const NAME = 'Please give the token a name'
const DAYS = `A token lasts 1 to ${TOKEN_DAYS.max} days`

/** A token may always read. */
export const NewToken = z.object(
  {
    name: z
      .string(NAME)
      .check(
        z.trim(),
        z.minLength(1, NAME),
        z.maxLength(TOKEN_NAME_MAX, `A name has at most ${TOKEN_NAME_MAX} characters`),
      ),
    permissions: z._default(permissions, []),
    days: z._default(z.int(DAYS).check(z.gte(1, DAYS), z.lte(TOKEN_DAYS.max, DAYS)), TOKEN_DAYS.default),
  },
  NAME,
)
export type NewToken = z.infer<typeof NewToken>

export const PersonalToken = z.object({
  id: z.number(),
  name: z.string(),
  permissions: z.array(z.custom<Permission>(isPermission)),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** To within a minute; null until it is used. */
  lastUsedAt: z.nullable(z.string()),
})
export type PersonalToken = z.infer<typeof PersonalToken>

/** `token` is shown this once. */
export const CreatedToken = z.object({ ...PersonalToken.shape, token: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

export const LINK_HOURS = 24

/** `path` begins with / and ends with the secret, behind a #; it is shown this once. */
export const PasswordLink = z.object({ path: z.string(), expiresAt: z.string() })
export type PasswordLink = z.infer<typeof PasswordLink>

const link = z.string('The link is not complete').check(z.maxLength(100, 'The link is not complete'))
export const LinkInput = z.object({ link }, 'The link is not complete')
export const PasswordByLink = z.object({ link, ...PasswordReset.shape }, 'The link is not complete')
export const LinkOwner = z.object({ username: z.string() })
