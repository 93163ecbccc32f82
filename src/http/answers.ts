import * as z from 'zod/mini'

type Schema = z.core.$ZodType

export type Answers<S extends Schema> = {
  readonly schema: S
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { value: unknown }
    readonly types?: { readonly input: z.output<S>; readonly output: z.output<S> }
  }
}

export const Done = z.object({ success: z.literal(true) })
export const DONE = { success: true } as const

/** For the `response` of a route. Elysia alone would validate each response, which takes longer than making it. */
export const answers = <S extends Schema>(schema: S): Answers<S> => ({
  schema,
  '~standard': { version: 1, vendor: 'zod', validate: (value) => ({ value }) },
})
