import * as z from 'zod/mini'
import { isPermission, type Permission } from '#domain/permissions.ts'

type Schema = z.core.$ZodType

/** What a good answer holds: JSON of this shape, or something else than JSON. */
export type Answer = Schema | 'text/csv' | 'text/html' | 'application/vnd.sqlite3'

type Description = {
  /** What the route does, for people: a line in the imperative. */
  summary: string
  /** What a caller has to know beyond that: whole sentences. */
  note?: string
  /** What the caller's role must allow. Left out where strangers are welcome, and only there. */
  permission?: Permission
  /** Of a good answer; 200 unless told. */
  status?: number
  answer: Answer
  /** Of a route that reads its body by itself: what it takes. Any other has it as its `body`. */
  takes?: Schema
  /** Of a route whose body is a file. */
  upload?: Upload
}

/** Media types that a file may have, and the most bytes of it. */
export type Upload = { types: readonly string[]; bytes: number }

/** Says of a route who may call it and what it answers: goes into its options, and from there into the API description. */
export function describe({ summary, note, permission, status = 200, answer, takes, upload }: Description) {
  return {
    detail: {
      summary,
      'x-note': note,
      'x-permission': permission,
      'x-status': status,
      'x-answer': () => answer,
      'x-takes': () => takes,
      'x-upload': () => upload,
    },
  }
}

/** `{ success: true }`: what a route answers that has nothing else to say. */
export const Done = z.object({ success: z.literal(true) })

const isFunction = (value: unknown) => typeof value === 'function'

const Options = z.object({
  detail: z.object({
    summary: z.string(),
    'x-note': z.optional(z.string()),
    'x-permission': z.optional(z.custom<Permission>(isPermission)),
    'x-status': z.number(),
    'x-answer': z.custom<() => Answer>(isFunction),
    'x-takes': z.custom<() => Schema | undefined>(isFunction),
    'x-upload': z.custom<() => Upload | undefined>(isFunction),
  }),
})

/** What `describe` said among a route's options; null where it said nothing. */
export function descriptionOf(options: unknown): (Description & { status: number }) | null {
  const { data } = Options.safeParse(options)
  if (!data) return null
  const { summary, 'x-note': note, 'x-permission': permission, 'x-status': status } = data.detail
  const upload = data.detail['x-upload']()
  return {
    summary,
    ...(note === undefined ? {} : { note }),
    permission,
    status,
    answer: data.detail['x-answer'](),
    takes: data.detail['x-takes'](),
    ...(upload ? { upload } : {}),
  }
}
