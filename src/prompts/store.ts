import { desc, eq } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { Prompt, PromptInput } from '#domain/prompts.ts'
import { formerName, insertAudit } from '#src/audit/store.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { prompts } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'

export function listPrompts(db: Database): Promise<Prompt[]> {
  return db.select().from(prompts).orderBy(desc(prompts.id))
}

export async function findPrompt(db: Database, id: number): Promise<Prompt> {
  const prompt = await db.select().from(prompts).where(eq(prompts.id, id)).get()
  if (!prompt) throw notFound('AI prompt template')
  return prompt
}

export async function createPrompt(db: Database, by: Actor, input: PromptInput, now: Date): Promise<Prompt> {
  const [, [created]] = await atomically(db, [
    insertAudit(db, by, { action: 'prompt_created', subject: input.name }, now),
    db
      .insert(prompts)
      .values({ ...input, createdAt: now.toISOString() })
      .returning(),
  ])
  if (!created) throw new Error('the database did not return the inserted template')
  return created
}

/** Throws AppError not_found. */
export async function updatePrompt(
  db: Database,
  by: Actor,
  id: number,
  input: PromptInput,
  now: Date,
): Promise<Prompt> {
  const where = eq(prompts.id, id)
  const detail = formerName(prompts.name, input.name)
  const about = { table: prompts, where }
  const [, [updated]] = await erase(db, [
    insertAudit(db, by, { action: 'prompt_updated', subject: input.name, detail, about }, now),
    db.update(prompts).set(input).where(where).returning(),
  ])
  if (!updated) throw notFound('AI prompt template')
  return updated
}

export async function deletePrompt(db: Database, by: Actor, id: number, now: Date): Promise<Prompt> {
  const where = eq(prompts.id, id)
  const about = { table: prompts, where }
  const [, [deleted]] = await erase(db, [
    insertAudit(db, by, { action: 'prompt_deleted', subject: prompts.name, about }, now),
    db.delete(prompts).where(where).returning(),
  ])
  if (!deleted) throw notFound('AI prompt template')
  return deleted
}
