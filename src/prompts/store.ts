import { desc, eq } from 'drizzle-orm'
import type { Prompt, PromptInput } from '#domain/prompts.ts'
import type { Database } from '#src/db/database.ts'
import { prompts } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'

/** Every template, newest first. */
export function listPrompts(db: Database): Promise<Prompt[]> {
  return db.select().from(prompts).orderBy(desc(prompts.id))
}

/** Throws AppError not_found. */
export async function findPrompt(db: Database, id: number): Promise<Prompt> {
  const prompt = await db.select().from(prompts).where(eq(prompts.id, id)).get()
  if (!prompt) throw notFound('AI prompt template')
  return prompt
}

export async function createPrompt(db: Database, input: PromptInput, now: Date): Promise<Prompt> {
  const [created] = await db
    .insert(prompts)
    .values({ ...input, createdAt: now.toISOString() })
    .returning()
  if (!created) throw new Error('the database did not answer the inserted template')
  return created
}

/** Changes a template as a whole. Throws AppError not_found. */
export async function updatePrompt(db: Database, id: number, input: PromptInput): Promise<Prompt> {
  const [updated] = await db.update(prompts).set(input).where(eq(prompts.id, id)).returning()
  if (!updated) throw notFound('AI prompt template')
  return updated
}

/** Throws AppError not_found. */
export async function deletePrompt(db: Database, id: number): Promise<Prompt> {
  const [deleted] = await db.delete(prompts).where(eq(prompts.id, id)).returning()
  if (!deleted) throw notFound('AI prompt template')
  return deleted
}
