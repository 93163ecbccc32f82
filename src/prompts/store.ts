import { desc, eq } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import type { Prompt, PromptInput } from '#domain/prompts.ts'
import { recordAudit, wasNamed } from '#src/audit/store.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { prompts } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'

export function listPrompts(db: Database): Promise<Prompt[]> {
  return db.select().from(prompts).orderBy(desc(prompts.id))
}

export async function findPrompt(db: Queries, id: number): Promise<Prompt> {
  const prompt = await db.select().from(prompts).where(eq(prompts.id, id)).get()
  if (!prompt) throw notFound('AI prompt template')
  return prompt
}

export function createPrompt(db: Database, by: Actor, input: PromptInput, now: Date): Promise<Prompt> {
  return changeAs(db, by, 'prompts.write', async (tx) => {
    const created = await tx
      .insert(prompts)
      .values({ ...input, createdAt: now.toISOString() })
      .returning()
      .get()
    await recordAudit(tx, by, { action: 'prompt_created', subject: input.name }, now)
    return created
  })
}

/** Throws AppError not_found. */
export function updatePrompt(
  db: Database,
  by: Actor,
  id: number,
  input: PromptInput,
  now: Date,
): Promise<Prompt> {
  return eraseAs(db, by, 'prompts.write', async (tx) => {
    const former = await findPrompt(tx, id)
    await tx.update(prompts).set(input).where(eq(prompts.id, id))
    const detail = wasNamed(former.name, input.name)
    await recordAudit(tx, by, { action: 'prompt_updated', subject: input.name, detail }, now)
    return { ...former, ...input }
  })
}

/** Throws AppError not_found. */
export function deletePrompt(db: Database, by: Actor, id: number, now: Date): Promise<Prompt> {
  return eraseAs(db, by, 'prompts.write', async (tx) => {
    const prompt = await findPrompt(tx, id)
    await tx.delete(prompts).where(eq(prompts.id, id))
    await recordAudit(tx, by, { action: 'prompt_deleted', subject: prompt.name }, now)
    return prompt
  })
}
