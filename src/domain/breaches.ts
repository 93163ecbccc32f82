import * as z from 'zod/mini'

export const BreachQuery = z.object({
  prefix: z
    .string()
    .check(z.regex(/^[0-9A-F]{5}$/, 'The prefix must be five hexadecimal digits, in capitals')),
})

/**
 * How often the passwords that share a prefix stand in known leaks, by the rest of their SHA-1 (35 digits). Entries
 * with a count of 0 are padding: they hide the size of the real list.
 */
export const BreachRange = z.object({ counts: z.record(z.string(), z.number()) })
export type BreachRange = z.infer<typeof BreachRange>
