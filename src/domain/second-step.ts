import * as z from 'zod/mini'

export const RECOVERY_CODES = 10

/** Grace period without a second step, from when it becomes required or, for new users, from the first sign-in. */
export const GRACE_DAYS = 7

const CODE = 'Please enter the code from your authenticator app, or a recovery code'

/** Six digits or a recovery code; spaces and hyphens are ignored. */
export const StepCode = z.string(CODE).check(z.trim(), z.minLength(1, CODE), z.maxLength(40, CODE))

const APP_CODE = 'Please enter the six digits that the app shows'
export const AppCode = z.object(
  { code: z.string(APP_CODE).check(z.trim(), z.minLength(6, APP_CODE), z.maxLength(7, APP_CODE)) },
  APP_CODE,
)
export type AppCode = z.infer<typeof AppCode>

/** `secret` is base32; `address` is the otpauth URI of the QR code. */
export const AppSecret = z.object({ secret: z.string(), address: z.string() })
export type AppSecret = z.infer<typeof AppSecret>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SecondStep = z.object({
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number(),
  isRequired: z.boolean(),
  /** Deadline, after which nothing else is allowed; null if not required or already set up. */
  dueAt: z.nullable(z.string()),
})
export type SecondStep = z.infer<typeof SecondStep>

/** `isFixed` if set by --require-second-step and not changeable here. */
export const SecondStepRule = z.object({ isRequired: z.boolean(), isFixed: z.boolean() })
export type SecondStepRule = z.infer<typeof SecondStepRule>

export const SecondStepChoice = z.object(
  { isRequired: z.boolean('isRequired must be true or false') },
  'isRequired must be true or false',
)
