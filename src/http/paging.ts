import * as z from 'zod/mini'
import { jsonAnswer } from './error-answer.ts'

const PAGE = { default: 50, max: 200 }

const LIMIT = `limit must be a number from 1 to ${PAGE.max}`
const OFFSET = 'offset must be a number from 0'

/** What a list takes in its query: how many, and how many to leave out before them. */
export const Paging = {
  limit: z._default(
    z.coerce.number(LIMIT).check(z.int(LIMIT), z.gte(1, LIMIT), z.lte(PAGE.max, LIMIT)),
    PAGE.default,
  ),
  offset: z._default(z.coerce.number(OFFSET).check(z.int(OFFSET), z.gte(0, OFFSET)), 0),
}

export type Page = { limit: number; offset: number }

/** A list that may be cut, with the number of all that there are. */
export const listAnswer = ({ rows, total }: { rows: unknown[]; total: number }): Response =>
  jsonAnswer(rows, 200, { 'x-total-count': String(total) })
