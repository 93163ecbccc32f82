import * as z from 'zod/mini'
import { jsonResponse } from './responses.ts'

const OFFSET = 'offset must be a number, 0 or more'

function pagingBy({ defaultLimit, max }: { defaultLimit: number; max: number }) {
  const limit = `limit must be a number from 1 to ${max}`
  return {
    limit: z._default(
      z.coerce.number(limit).check(z.int(limit), z.gte(1, limit), z.lte(max, limit)),
      defaultLimit,
    ),
    offset: z._default(z.coerce.number(OFFSET).check(z.int(OFFSET), z.gte(0, OFFSET)), 0),
  }
}

export const Paging = pagingBy({ defaultLimit: 50, max: 200 })

export const WHOLE_LIST = 1000

export const WholeList = pagingBy({ defaultLimit: WHOLE_LIST, max: WHOLE_LIST })

export type Page = { limit: number; offset: number }

const Cursor = z.object({
  sort: z.string(),
  order: z.enum(['asc', 'desc']),
  value: z.union([z.string(), z.number(), z.null()]),
  id: z.number(),
})
type Cursor = z.infer<typeof Cursor>

const AFTER = 'after must be the X-Next-Cursor of a page in the same order'
const AFTER_MAX = 4_000

/** Unlike with `offset`, rows added or deleted between pages cause no duplicates. For `readPage` and `listResponse`. */
export const sortedBy = <const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  defaultOrder: 'asc' | 'desc' = 'desc',
) => ({
  sort: z._default(z.enum(sorts, `sort must be ${sorts.join(' or ')}`), sorts[0]),
  order: z._default(z.enum(['asc', 'desc'], 'order must be asc or desc'), defaultOrder),
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
  next?: Cursor | null
}

export const listResponse = ({ rows, total, next }: List): Response =>
  jsonResponse(rows, 200, {
    'x-total-count': String(total),
    ...(next ? { 'x-next-cursor': encode(next) } : {}),
  })
