import * as z from 'zod/mini'
import { PERMISSIONS } from './permissions.ts'
import { SecondStep } from './second-step.ts'
import { givenName } from './text-rules.ts'
import { PasswordReset, User } from './users.ts'

/** A session ends after this time without a request, and in any case after SESSION_DAYS. */
export const SESSION_IDLE_HOURS = 12
export const SESSION_DAYS = 7

/** After this time, sensitive actions ask for the password or passkey again. */
export const PROOF_MINUTES = 15

export const PROOF_RULE = `proof of identity in the last ${PROOF_MINUTES} minutes`

export const ProofInput = z.object(
  { password: z.string('Please enter your password').check(z.minLength(1, 'Please enter your password')) },
  'Please enter your password',
)
export type ProofInput = z.infer<typeof ProofInput>

export const ProofResponse = z.object({ provedUntil: z.string() })

export const Session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  browser: z.string(),
  network: z.string(),
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const NewBrowser = z.object({
  id: z.number(),
  at: z.string(),
  browser: z.string(),
  network: z.string(),
  sessionId: z.nullable(z.string()),
})
export type NewBrowser = z.infer<typeof NewBrowser>

export const SETUP_CONFIRMATION_PATH = '/api/admin/account/setup-confirmation'

/** The first administrator, created without the setup code and not confirmed yet. */
export const UnconfirmedSetup = z.object({
  username: z.string(),
  createdAt: z.string(),
  isOwn: z.boolean(),
})
export type UnconfirmedSetup = z.infer<typeof UnconfirmedSetup>

export const Account = z.object({
  user: User,
  mustChangePassword: z.boolean(),
  /** If so, an overdue password change requires the current password. */
  isByPasskey: z.boolean(),
  /** Null if the next sensitive action asks for a password or passkey. */
  provedUntil: z.nullable(z.string()),
  newBrowsers: z.array(NewBrowser),
  unconfirmedSetup: z.nullable(UnconfirmedSetup),
  secondStep: SecondStep,
})
export type Account = z.infer<typeof Account>

const TOKEN_NAME_MAX = 100
export const TOKEN_DAYS = { default: 90, max: 366 } as const
export const TOKENS_MAX = 20

export const TOKEN_PREFIX = 'passwright_'

/** Managing accounts needs a signed-in person, never a token. */
const TOKEN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'users.write')

const permissions = z
  .array(
    z.enum(TOKEN_PERMISSIONS, 'Tokens can’t have this permission'),
    'Please choose what the token may do',
  )
  .check(z.maxLength(20, 'Please choose what the token may do'))

const NAME = 'Please give the token a name'
const DAYS = `Choose 1 to ${TOKEN_DAYS.max} days`

/** Every token may read; `permissions` lists what else it may do. */
export const NewToken = z.object(
  {
    name: givenName(NAME, TOKEN_NAME_MAX),
    permissions: z._default(permissions, []),
    days: z._default(z.int(DAYS).check(z.gte(1, DAYS), z.lte(TOKEN_DAYS.max, DAYS)), TOKEN_DAYS.default),
  },
  NAME,
)
export type NewToken = z.infer<typeof NewToken>

export const PersonalToken = z.object({
  id: z.number(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type PersonalToken = z.infer<typeof PersonalToken>

export const CreatedToken = z.object({ ...PersonalToken.shape, token: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>

/** Counts of passkeys added in the last SESSION_DAYS; omitted if zero. */
const RecentPasskeyCounts = z.object({
  removedPasskeys: z.optional(z.number()),
  keptPasskeys: z.optional(z.number()),
})
export type RecentPasskeyCounts = z.infer<typeof RecentPasskeyCounts>

export const PasswordSet = z.object({ success: z.literal(true), ...RecentPasskeyCounts.shape })
export type PasswordSet = z.infer<typeof PasswordSet>

export const EditedUser = z.object({ ...User.shape, ...RecentPasskeyCounts.shape })
export type EditedUser = z.infer<typeof EditedUser>

/** A sentence about the removed passkeys and one about the kept; none for zero. */
export function describeRecentPasskeys({
  removedPasskeys = 0,
  keptPasskeys = 0,
}: RecentPasskeyCounts): string[] {
  return [
    ...(removedPasskeys === 0 ? [] : [`${addedRecently(removedPasskeys)} removed.`]),
    ...(keptPasskeys === 0
      ? []
      : [
          `${addedRecently(keptPasskeys)} kept as the required second step. Unless the owner recognizes ${keptPasskeys === 1 ? 'it' : 'them'}, reset the second step, then the password.`,
        ]),
  ]
}

const addedRecently = (count: number) =>
  `${count === 1 ? '1 passkey' : `${count} passkeys`} added in the last ${SESSION_DAYS} days ${count === 1 ? 'was' : 'were'}`

export const LINK_HOURS = 24

/** `path` ends with the secret after a #; it appears only in this response. */
export const PasswordLink = z.object({ path: z.string(), expiresAt: z.string() })
export type PasswordLink = z.infer<typeof PasswordLink>

const link = z.string('This link is incomplete').check(z.maxLength(100, 'This link is incomplete'))
export const LinkInput = z.object({ link }, 'This link is incomplete')
export const PasswordByLink = z.object({ link, ...PasswordReset.shape }, 'This link is incomplete')
export const LinkOwner = z.object({ username: z.string() })
