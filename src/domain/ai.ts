import * as z from 'zod/mini'
import { POST_LIMITS, PostInput } from './posts.ts'
import { rowId } from './row-id.ts'
import { SEARCH_MAX } from './search.ts'
import { ONE_LINE, wellFormed } from './text-rules.ts'

const DRAFT_MISSING = 'Please provide both a title and select a prompt'
export const DRAFT_MISSING_TITLE = 'Missing information'

const DRAFT_KEYWORDS_MAX = 20
const KEYWORDS_WRONG = `keywords must be a list of at most ${DRAFT_KEYWORDS_MAX} lines of at most ${SEARCH_MAX} characters`

const keyword = z
  .string(KEYWORDS_WRONG)
  .check(
    z.trim(),
    z.minLength(1, KEYWORDS_WRONG),
    z.maxLength(SEARCH_MAX, KEYWORDS_WRONG),
    z.regex(ONE_LINE, KEYWORDS_WRONG),
    wellFormed,
  )

export const DraftInput = z.object(
  {
    title: z.string(DRAFT_MISSING).check(
      z.trim(),
      z.minLength(1, { error: DRAFT_MISSING, abort: true }),
      z.maxLength(POST_LIMITS.title, `The title can have at most ${POST_LIMITS.title} characters`),
      z.refine((title) => PostInput.shape.title.safeParse(title).success, 'The title must be one line'),
    ),
    promptId: rowId(DRAFT_MISSING),
    keywords: z.optional(
      z.array(keyword, KEYWORDS_WRONG).check(z.maxLength(DRAFT_KEYWORDS_MAX, KEYWORDS_WRONG)),
    ),
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
