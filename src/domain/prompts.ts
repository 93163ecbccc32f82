import * as z from 'zod/mini'
import { atMost, LINES, tidied, wellFormed } from './text-rules.ts'

export const PROMPT_MISSING = 'Name, system prompt, and user prompt template are required'

export const PROMPT_LIMITS = { name: 100, description: 500, prompt: 20_000 } as const

export const TITLE_PLACEHOLDER = '{{title}}'
export const KEYWORDS_PLACEHOLDER = '{{keywords}}'
/** In one pass, because a title may contain a placeholder. */
const PLACEHOLDER = /\{\{(?:title|keywords)\}\}/g

const required = (what: string, max: number, ...rules: z.core.$ZodCheck<string>[]) =>
  z.string(PROMPT_MISSING).check(
    ...rules,
    z.refine((text) => text.trim() !== '', { error: PROMPT_MISSING, abort: true }),
    atMost(what, max),
    z.regex(LINES, `${what} contains a control character`),
    wellFormed,
  )

export const PromptInput = z.object(
  {
    name: required('The name', PROMPT_LIMITS.name, tidied),
    description: z._default(
      z
        .string('The description must be text')
        .check(tidied, atMost('The description', PROMPT_LIMITS.description), wellFormed),
      '',
    ),
    systemPrompt: required('The system prompt', PROMPT_LIMITS.prompt),
    userPromptTemplate: required('The user prompt template', PROMPT_LIMITS.prompt),
    isActive: z._default(z.boolean('Active must be true or false'), true),
  },
  'The request must be a JSON object',
)
export type PromptInput = z.infer<typeof PromptInput>

export const Prompt = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  systemPrompt: z.string(),
  userPromptTemplate: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
})
export type Prompt = z.infer<typeof Prompt>

/**
 * Without keywords, the title stands for them. Appends the title, and given keywords, as last lines if they have no
 * placeholder.
 */
export function fillTemplate(template: string, title: string, keywords: string[] = []): string {
  const list = keywords.join(', ')
  const filled = template.replaceAll(PLACEHOLDER, (placeholder) =>
    placeholder === KEYWORDS_PLACEHOLDER ? list || title : title,
  )
  const lines = [filled]
  if (!template.includes(TITLE_PLACEHOLDER)) lines.push(title)
  if (list !== '' && !template.includes(KEYWORDS_PLACEHOLDER)) lines.push(`Keywords: ${list}`)
  return lines.join('\n')
}
