import * as z from 'zod/mini'

export const RECOVERY_CODES = 10

/** For so many days after it was required, a user may still sign in without a second step. */
export const GRACE_DAYS = 7

const CODE = 'Please enter the code of your authenticator app, or a recovery code'

/** Six digits of the app, or a recovery code; spaces and hyphens count for nothing. */
export const StepCode = z.string(CODE).check(z.trim(), z.minLength(1, CODE), z.maxLength(40, CODE))

const APP_CODE = 'Please enter the six digits that the app shows'
export const AppCode = z.object(
  { code: z.string(APP_CODE).check(z.trim(), z.minLength(6, APP_CODE), z.maxLength(7, APP_CODE)) },
  APP_CODE,
)
export type AppCode = z.infer<typeof AppCode>

/** What an authenticator app is told: the secret in base32, and the same in the address that a QR code shows. */
export const AppSecret = z.object({ secret: z.string(), address: z.string() })
export type AppSecret = z.infer<typeof AppSecret>

/** Shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SecondStep = z.object({
  /** Whether an authenticator app is asked for a code after the password. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether this site requires a second step of everyone. */
  isRequired: z.boolean(),
  /** From when on nothing else is allowed, ISO 8601; null for someone who has one, and where none is required. */
  dueAt: z.nullable(z.string()),
})
export type SecondStep = z.infer<typeof SecondStep>

/** `isFixed`: the server was started with --require-second-step, and can't be told otherwise here. */
export const SecondStepRule = z.object({ isRequired: z.boolean(), isFixed: z.boolean() })
export type SecondStepRule = z.infer<typeof SecondStepRule>

export const SecondStepChoice = z.object(
  { isRequired: z.boolean('isRequired must be true or false') },
  'isRequired must be true or false',
)
