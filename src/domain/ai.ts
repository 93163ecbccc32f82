import * as z from 'zod/mini'
import { POST_LIMITS, PostInput } from './posts.ts'
import { rowId } from './row-id.ts'

const DRAFT_MISSING = 'Please provide both a title and select a prompt'
export const DRAFT_MISSING_TITLE = 'Missing information'

export const DraftInput = z.object(
  {
    title: z.string(DRAFT_MISSING).check(
      z.trim(),
      z.minLength(1, { error: DRAFT_MISSING, abort: true }),
      z.maxLength(POST_LIMITS.title, `The title can have at most ${POST_LIMITS.title} characters`),
      z.refine((title) => PostInput.shape.title.safeParse(title).success, 'The title must be one line'),
    ),
    promptId: rowId(DRAFT_MISSING),
  },
  DRAFT_MISSING,
)
export type DraftInput = z.infer<typeof DraftInput>

export const AiProvider = z.object({
  configured: z.boolean(),
  host: z.nullable(z.string()),
  model: z.nullable(z.string()),
})
export type AiProvider = z.infer<typeof AiProvider>

export const ProviderTest = z.object({ success: z.literal(true), milliseconds: z.number() })
export type ProviderTest = z.infer<typeof ProviderTest>
