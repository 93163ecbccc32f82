import type { DraftInput } from '#domain/ai.ts'
import type { Actor } from '#domain/audit.ts'
import { cleanTags, EXCERPT_CHARACTERS, POST_LIMITS, type Post, PostInput } from '#domain/posts.ts'
import { fillTemplate } from '#domain/prompts.ts'
import type { Deps } from '#src/deps.ts'
import { badGateway, invalid } from '#src/errors.ts'
import { createPost } from '#src/posts/store.ts'
import { tagsOf } from '#src/posts/transfer/post-file.ts'
import { findPrompt } from '#src/prompts/store.ts'
import { noteIfCut, tidyAnswer } from './tidy-answer.ts'

/** Stores the complete draft or nothing. Throws AppError not_found, invalid, and errors of the provider. */
export async function writeDraft(
  { db, now, chatModel }: Pick<Deps, 'db' | 'now' | 'chatModel'>,
  by: Actor,
  { title, promptId, keywords }: DraftInput,
  signal: AbortSignal,
): Promise<Post> {
  const prompt = await findPrompt(db, promptId)
  if (!prompt.isActive) throw invalid('This AI prompt template is inactive. Choose a different one.')
  const user = fillTemplate(prompt.userPromptTemplate, title, keywords)
  const { text, isCut } = await chatModel.complete({ system: prompt.systemPrompt, user }, signal)
  return createPost(db, by, parseDraft(title, tidyAnswer(text, title), isCut), now(), {
    action: 'draft_generated',
  })
}

function parseDraft(
  title: string,
  { content, known }: ReturnType<typeof tidyAnswer>,
  isCut: boolean,
): PostInput {
  const given = [known.excerpt, known.description, known.summary].find((value) => typeof value === 'string')
  const excerpt = Array.from(given?.trim() || content)
    .slice(0, EXCERPT_CHARACTERS)
    .join('')
  const tags = cleanTags(tagsOf(known, false)).filter((tag) => tag.length <= POST_LIMITS.tag)
  const { data, error } = PostInput.safeParse({
    title,
    content: noteIfCut(content, isCut),
    excerpt,
    tags: tags.slice(0, POST_LIMITS.tags),
    status: 'draft',
  })
  if (data) return data
  throw badGateway(`The AI provider's text can't be saved: ${error.issues[0]?.message ?? 'it is not valid'}.`)
}
