import * as z from 'zod/mini'

/** The subset of Hrana 2 (JSON over HTTP) used by the libSQL client. */
const Value = z.discriminatedUnion('type', [
  z.object({ type: z.literal('null') }),
  z.object({ type: z.literal('integer'), value: z.string().check(z.regex(/^-?\d{1,19}$/)) }),
  z.object({ type: z.literal('float'), value: z.number() }),
  // sqld can't decode lone surrogates.
  z.object({ type: z.literal('text'), value: z.string().check(z.refine((text) => text.isWellFormed())) }),
  z.object({ type: z.literal('blob'), base64: z.base64() }),
])

const sqlText = { sql: z.optional(z.string()), sql_id: z.optional(z.int()) }

const StatementForm = z.object({
  ...sqlText,
  args: z._default(z.array(Value), []),
  named_args: z._default(z.tuple([]), []),
  want_rows: z._default(z.boolean(), true),
})

const Condition = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ok'), step: z.int() }),
  z.object({ type: z.literal('error'), step: z.int() }),
  z.object({
    type: z.literal('not'),
    get cond() {
      return Condition
    },
  }),
  z.object({
    type: z.literal('and'),
    get conds() {
      return z.array(Condition)
    },
  }),
  z.object({
    type: z.literal('or'),
    get conds() {
      return z.array(Condition)
    },
  }),
])

const Request = z.discriminatedUnion('type', [
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('execute'), stmt: StatementForm }),
  z.object({
    type: z.literal('batch'),
    batch: z.object({ steps: z.array(z.object({ stmt: StatementForm, condition: z.optional(Condition) })) }),
  }),
  z.object({ type: z.literal('sequence'), ...sqlText }),
  z.object({ type: z.literal('store_sql'), sql_id: z.int(), sql: z.string().check(z.maxLength(5000)) }),
  z.object({ type: z.literal('close_sql'), sql_id: z.int() }),
])

export const Pipeline = z.object({ baton: z.nullish(z.string()), requests: z.array(Request) })

export type HranaRequest = z.output<typeof Request>
export type HranaStatement = z.output<typeof StatementForm>
export type HranaCondition = z.output<typeof Condition>
export type HranaValue = z.output<typeof Value>

/** Refuses integers sent as floats: SQLite would bind 1.0, whose text differs from 1. */
export function toBound(value: HranaValue) {
  if (value.type === 'null') return null
  if (value.type === 'integer') return BigInt(value.value)
  if (value.type === 'blob') return new Uint8Array(Buffer.from(value.base64, 'base64'))
  if (value.type === 'float' && Number.isSafeInteger(value.value)) {
    throw new TypeError(`the integer ${value.value} was sent as a float`)
  }
  return value.value
}

/** Expects rows read with safeIntegers. */
export function encodeValue(value: unknown): HranaValue {
  if (value === null) return { type: 'null' }
  if (typeof value === 'bigint') return { type: 'integer', value: String(value) }
  if (typeof value === 'number') return { type: 'float', value }
  if (typeof value === 'string') return { type: 'text', value }
  // Real servers omit the padding, too.
  if (value instanceof Uint8Array)
    return { type: 'blob', base64: Buffer.from(value).toString('base64').replace(/=+$/, '') }
  throw new TypeError(`unexpected ${typeof value} from SQLite`)
}
