import * as z from 'zod/mini'

export const CONFIGURATION_PATH = '/api/admin/configuration'
export const FIRST_STEPS_PATH = '/api/admin/first-steps'

export const SettingInForce = z.object({
  /** Its environment variable. */
  env: z.string(),
  flag: z.string(),
  about: z.string(),
  /** A file in the documentation. */
  doc: z.string(),
  source: z.enum(['flag', 'environment', 'file', 'default']),
  isSet: z.boolean(),
  isSecret: z.boolean(),
  /** Null for secrets and for what isn't set. */
  value: z.nullable(z.string()),
})
export type SettingInForce = z.infer<typeof SettingInForce>

/** In the order in which they are shown. */
export const STEPS = [
  'setup',
  'address',
  'branding',
  'secondStep',
  'notices',
  'backup',
  'retention',
  'operator',
] as const
export type StepName = (typeof STEPS)[number]

export const FirstSteps = z.object({
  /** By any administrator, for all. */
  isDismissed: z.boolean(),
  steps: z.array(
    z.object({
      name: z.enum(STEPS),
      isDone: z.boolean(),
      settings: z.array(z.pick(SettingInForce, { env: true, doc: true })),
    }),
  ),
})
export type FirstSteps = z.infer<typeof FirstSteps>
