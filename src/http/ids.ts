import * as z from 'zod/mini'
import { rowId } from '#domain/row-id.ts'

/** The `:id` of a path. What is none becomes 0, which no row has: the answer is then that there is no such thing. */
export const ById = z.object({ id: z.catch(rowId('id must be the id of a row'), 0) })
