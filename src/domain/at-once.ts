import * as z from 'zod/mini'

/** So many rows of a list can be changed or deleted by one request. */
export const MOST_AT_ONCE = 200

const NO_OBJECT = 'The request must be a JSON object'

const several = <const Item extends z.ZodMiniType>(item: Item, message: string) =>
  z.array(item, message).check(z.minLength(1, message), z.maxLength(MOST_AT_ONCE, message))

const IDS = `ids must be a list of 1 to ${MOST_AT_ONCE} numbers`
export const RowIds = z.object({ ids: several(z.int(IDS), IDS) }, NO_OBJECT)

const BATCHES = `batches must be a list of 1 to ${MOST_AT_ONCE} names`
export const Batches = z.object({ batches: several(z.string(BATCHES), BATCHES) }, NO_OBJECT)
