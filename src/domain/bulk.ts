import * as z from 'zod/mini'

export const BULK_MAX = 200

const NOT_AN_OBJECT = 'The request must be a JSON object'

const listOf = <const Item extends z.ZodMiniType>(item: Item, message: string) =>
  z.array(item, message).check(z.minLength(1, message), z.maxLength(BULK_MAX, message))

const IDS = `ids must be a list of 1 to ${BULK_MAX} numbers`
export const RowIds = z.object({ ids: listOf(z.int(IDS), IDS) }, NOT_AN_OBJECT)

const BATCHES = `batches must be a list of 1 to ${BULK_MAX} names`
export const Batches = z.object({ batches: listOf(z.string(BATCHES), BATCHES) }, NOT_AN_OBJECT)

const NAMES = `names must be a list of 1 to ${BULK_MAX} file names`
export const FileNames = z.object({ names: listOf(z.string(NAMES), NAMES) }, NOT_AN_OBJECT)
