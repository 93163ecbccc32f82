import * as z from 'zod/mini'

/** The `:id` of a path. What is no number becomes 0, which no row has: the answer is then that there is no such thing. */
export const ById = z.object({
  id: z.pipe(
    z.string(),
    z.transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)),
  ),
})
