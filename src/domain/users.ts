import * as z from 'zod/mini'
import { StepCode } from './second-step.ts'

export const ROLES = ['super_admin', 'admin', 'moderator'] as const
export type Role = (typeof ROLES)[number]

/** What the screens call each role. */
export const ROLE_LABELS: Record<Role, string> = {
  super_admin: 'Super Admin',
  admin: 'Admin',
  moderator: 'Moderator',
}

export const DEFAULT_ROLE: Role = 'admin'

/** Lengths in characters. `recommended` is what the form advises for a password that stands alone. */
export const PASSWORD_SIZE = { min: 6, max: 256, recommended: 15 } as const
export const USERNAME_SIZE = { min: 3, max: 50 } as const
export const EMAIL_MAX = 254

export const MESSAGES = {
  missingLogin: 'Please enter both username and password',
  device: 'The secret of this browser is not valid',
  missingSetup: 'Please fill in all fields',
  mismatch: 'Passwords do not match',
  shortPassword: `Password must be at least ${PASSWORD_SIZE.min} characters long`,
  longPassword: `Password must be at most ${PASSWORD_SIZE.max} characters long`,
  commonPassword: 'This password is one of the 10,000 most common. Please choose another one.',
  samePassword: 'Please choose another password than the one that you were given',
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

/** Neither trimmed nor normalized: a password is taken as it was typed. */
const newPassword = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, { error: missing, abort: true }),
      z.minLength(PASSWORD_SIZE.min, MESSAGES.shortPassword),
      z.maxLength(PASSWORD_SIZE.max, MESSAGES.longPassword),
    )

/** 32 random bytes in base64url. */
export const DEVICE_SECRET = /^[A-Za-z0-9_-]{43}$/

export const LoginInput = z.object(
  {
    username: z.string(MESSAGES.missingLogin).check(z.trim(), z.minLength(1, MESSAGES.missingLogin)),
    password: z.string(MESSAGES.missingLogin).check(z.minLength(1, MESSAGES.missingLogin)),
    /** A random secret that the browser keeps: where a user has signed in with it before, a flood can't keep them out. */
    device: z.optional(z.string(MESSAGES.device).check(z.regex(DEVICE_SECRET, MESSAGES.device))),
    /** Of the authenticator app, or a recovery code: where the answer was `second_step_needed`. */
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
    /** Printed by the server at its start; needed from any machine but its own. */
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

/** What an edit leaves out stays as it is. */
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

/** An administrator as every answer shows one; times are ISO 8601 in UTC. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  isActive: z.boolean(),
  createdAt: z.string(),
  /** null until the first sign-in. */
  lastLogin: z.nullable(z.string()),
})
export type User = z.infer<typeof User>

/** What a list of administrators can be sorted by. */
export const USER_SORTS = ['createdAt', 'username', 'email', 'role', 'isActive', 'lastLogin'] as const

export const LoginAnswer = z.object({
  token: z.string(),
  admin: User,
  /** Someone else typed the password: until it is changed, nothing else is allowed. */
  mustChangePassword: z.optional(z.literal(true)),
})
export type LoginAnswer = z.infer<typeof LoginAnswer>

export const SetupState = z.object({ available: z.boolean(), codeRequired: z.boolean() })
export type SetupState = z.infer<typeof SetupState>
