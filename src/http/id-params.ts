import * as z from 'zod/mini'
import { rowId } from '#domain/row-id.ts'

/** Invalid ids become 0, so they 404. */
export const IdParams = z.object({ id: z.catch(rowId('id must be a positive integer'), 0) })
