import * as z from 'zod/mini'

/** The id of a row, as a number or as its digits in a form or an address. `message` is said of everything else. */
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
