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

/** A list that may be cut, with the number of all that there are. */
export const listAnswer = ({ rows, total }: { rows: unknown[]; total: number }): Response =>
  jsonAnswer(rows, 200, { 'x-total-count': String(total) })
