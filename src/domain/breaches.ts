import * as z from 'zod/mini'

export const BreachQuery = z.object({
  prefix: z.string().check(z.regex(/^[0-9A-F]{5}$/, 'The prefix must be five uppercase hexadecimal digits')),
})

/**
 * Leak counts by the last 35 digits of each SHA-1. Entries with count zero are padding, which hides the list's size.
 */
export const BreachRange = z.object({ counts: z.record(z.string(), z.number()) })
export type BreachRange = z.infer<typeof BreachRange>
