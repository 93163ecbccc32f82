import * as z from 'zod/mini'
import { jsonAnswer } from './error-answer.ts'

const OFFSET = 'offset must be a number from 0'

/** What a list takes in its query: how many, `usual` unless told and `most` at once, and how many to leave out first. */
export function pagingBy({ usual, most }: { usual: number; most: number }) {
  const limit = `limit must be a number from 1 to ${most}`
  return {
    limit: z._default(z.coerce.number(limit).check(z.int(limit), z.gte(1, limit), z.lte(most, limit)), usual),
    offset: z._default(z.coerce.number(OFFSET).check(z.int(OFFSET), z.gte(0, OFFSET)), 0),
  }
}

export const Paging = pagingBy({ usual: 50, most: 200 })

export const WHOLE_LIST = 1000

/** A list whose known callers ask for all of it: as much as one answer should hold. */
export const WholeList = pagingBy({ usual: WHOLE_LIST, most: WHOLE_LIST })

export type Page = { limit: number; offset: number }

const Cursor = z.object({
  sort: z.string(),
  order: z.enum(['asc', 'desc']),
  /** Of the last row of a page: what it was sorted by. */
  value: z.union([z.string(), z.number(), z.null()]),
  id: z.number(),
})
export type Cursor = z.infer<typeof Cursor>

const AFTER = 'after must be the X-Next-Cursor of a page in the same order'
const AFTER_MAX = 4_000

/**
 * What makes a list one that is read page by page, in its query beside `Paging`: `sort` is one of the fields of a row,
 * the first unless told, `order` its direction, and `after` the X-Next-Cursor of the page before. Rows that come and go
 * between two pages then make no other row appear twice or not at all, as they do with `offset`. To convert a list:
 * spread this into its query, read it with `readPage` (src/db/keyset.ts), answer with `listAnswer`.
 */
export const sortedBy = <const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  usual: 'asc' | 'desc' = 'desc',
) => ({
  sort: z._default(z.enum(sorts, `sort must be ${sorts.join(' or ')}`), sorts[0]),
  order: z._default(z.enum(['asc', 'desc'], 'order must be asc or desc'), usual),
  after: z.optional(
    z.pipe(
      z.string(AFTER).check(z.maxLength(AFTER_MAX, { error: AFTER, abort: true })),
      z.transform((text, context) => {
        const { data } = Cursor.safeParse(decode(text))
        if (data) return data
        context.issues.push({ code: 'custom', message: AFTER, input: text })
        return z.NEVER
      }),
    ),
  ),
})

const encode = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

type List = {
  rows: unknown[]
  total: number
  /** Where the rows end; null when no more follow. */
  next?: Cursor | null
}

/** A list that may be cut, with the number of all that there are. */
export const listAnswer = ({ rows, total, next }: List): Response =>
  jsonAnswer(rows, 200, {
    'x-total-count': String(total),
    ...(next ? { 'x-next-cursor': encode(next) } : {}),
  })
