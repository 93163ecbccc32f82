import * as z from 'zod/mini'

export const rowId = (message: string) =>
  z.union(
    [
      z.int().check(z.gte(1)),
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
        z.transform((digits) => Number(digits)),
      ),
    ],
    message,
  )
