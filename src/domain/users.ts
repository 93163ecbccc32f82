import * as z from 'zod/mini'
import { StepCode } from './second-step.ts'

export const ROLES = ['super_admin', 'admin', 'moderator'] as const
export type Role = (typeof ROLES)[number]

export const DEFAULT_ROLE: Role = 'admin'

/** In characters. `recommended` is for accounts without a second step. */
export const PASSWORD_SIZE = { min: 6, max: 256, recommended: 15 } as const
export const USERNAME_SIZE = { min: 3, max: 50 } as const
export const EMAIL_MAX = 254

export const MESSAGES = {
  missingLogin: 'Please enter both username and password',
  device: 'The device secret is invalid',
  missingSetup: 'Please fill in all fields',
  mismatch: 'Passwords do not match',
  shortPassword: `Password must be at least ${PASSWORD_SIZE.min} characters long`,
  longPassword: `Password must be at most ${PASSWORD_SIZE.max} characters long`,
  commonPassword: 'This password is one of the 10,000 most common. Choose a different one.',
  missingCurrentPassword: 'Please enter the password you were given',
  samePassword: 'Choose a password different from the one you were given',
  passwordHasUsername: 'Password must not contain the username',
  passwordHasEmail: 'Password must not contain the email address',
  passwordHasSite: 'Password must not contain the name of this site',
  missingUser: 'Username and email are required',
  missingPassword: 'Password is required for new users',
  username: `Username must be ${USERNAME_SIZE.min} to ${USERNAME_SIZE.max} letters, digits, dots, hyphens or underscores`,
  email: 'Please enter a valid email address',
  role: 'Please choose a role',
  active: 'Active must be true or false',
} as const

const username = (missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.minLength(USERNAME_SIZE.min, MESSAGES.username),
      z.maxLength(USERNAME_SIZE.max, MESSAGES.username),
      z.regex(/^[A-Za-z0-9._-]*$/, MESSAGES.username),
    )

const email = (missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(EMAIL_MAX, { error: MESSAGES.email, abort: true }),
      z.email(MESSAGES.email),
    )

const newPassword = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, { error: missing, abort: true }),
      z.minLength(PASSWORD_SIZE.min, MESSAGES.shortPassword),
      z.maxLength(PASSWORD_SIZE.max, MESSAGES.longPassword),
    )

export const DEVICE_SECRET = /^[A-Za-z0-9_-]{43}$/

export const LoginInput = z.object(
  {
    username: z.string(MESSAGES.missingLogin).check(z.trim(), z.minLength(1, MESSAGES.missingLogin)),
    password: z.string(MESSAGES.missingLogin).check(z.minLength(1, MESSAGES.missingLogin)),
    /** A random secret of the browser, which exempts known browsers from the limits of the account and the wide network. */
    device: z.optional(z.string(MESSAGES.device).check(z.regex(DEVICE_SECRET, MESSAGES.device))),
    /** Authenticator or recovery code, after `second_step_needed`. */
    code: z.optional(StepCode),
  },
  MESSAGES.missingLogin,
)
export type LoginInput = z.infer<typeof LoginInput>

export const SetupInput = z.object(
  {
    username: username(MESSAGES.missingSetup),
    email: email(MESSAGES.missingSetup),
    password: newPassword(MESSAGES.missingSetup),
    /** Printed at startup; not needed from the server's own machine. */
    code: z.optional(z.string('Please enter the setup code')),
  },
  MESSAGES.missingSetup,
)
export type SetupInput = z.infer<typeof SetupInput>

const role = z.enum(ROLES, MESSAGES.role)
const isActive = z.boolean(MESSAGES.active)

export const NewUser = z.object(
  {
    username: username(MESSAGES.missingUser),
    email: email(MESSAGES.missingUser),
    password: newPassword(MESSAGES.missingPassword),
    role: z._default(role, DEFAULT_ROLE),
    isActive: z._default(isActive, true),
  },
  MESSAGES.missingUser,
)
export type NewUser = z.infer<typeof NewUser>

export const UserEdit = z.object(
  {
    username: username(MESSAGES.missingUser),
    email: email(MESSAGES.missingUser),
    password: z.optional(newPassword(MESSAGES.shortPassword)),
    role: z.optional(role),
    isActive: z.optional(isActive),
  },
  MESSAGES.missingUser,
)
export type UserEdit = z.infer<typeof UserEdit>

export const PasswordReset = z.object(
  { password: newPassword(MESSAGES.shortPassword) },
  MESSAGES.shortPassword,
)
export type PasswordReset = z.infer<typeof PasswordReset>

export const PasswordChange = z.object(
  {
    ...PasswordReset.shape,
    /** Required if someone else set the password and the user signed in by passkey. */
    currentPassword: z.optional(z.string(MESSAGES.missingCurrentPassword)),
  },
  MESSAGES.shortPassword,
)
export type PasswordChange = z.infer<typeof PasswordChange>

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  createdAt: z.string(),
  lastLogin: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

export const USER_SORTS = ['createdAt', 'username', 'email', 'role', 'isActive', 'lastLogin'] as const

export const LoginResponse = z.object({
  token: z.string(),
  admin: User,
  /** Set if someone else chose the password; nothing else is allowed until it is changed. */
  mustChangePassword: z.optional(z.literal(true)),
})
export type LoginResponse = z.infer<typeof LoginResponse>

export const SetupState = z.object({ available: z.boolean(), codeRequired: z.boolean() })
export type SetupState = z.infer<typeof SetupState>
