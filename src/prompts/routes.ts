import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import type { AuditAction } from '#domain/audit.ts'
import { Prompt, PromptInput } from '#domain/prompts.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { ById } from '#src/http/ids.ts'
import { signedIn } from '#src/sessions/guard.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './store.ts'

/** The templates that drafts are written from. */
export function promptRoutes({ db, now }: Deps) {
  async function note(request: Request, action: AuditAction, prompt: Prompt): Promise<Prompt> {
    const actor = signedIn(request).user.username
    const entry = { actor, action, subject: prompt.name, address: callOf(request).address }
    await recordAudit(db, entry, now())
    return prompt
  }

  return new Elysia()
    .get(
      '/api/admin/ai-prompts',
      () => listPrompts(db),
      describe({
        summary: 'List the AI prompt templates, newest first',
        permission: 'read',
        answer: z.array(Prompt),
      }),
    )
    .post(
      '/api/admin/ai-prompts',
      async ({ body, request }) =>
        jsonAnswer(await note(request, 'prompt_created', await createPrompt(db, body, now())), 201),
      {
        body: PromptInput,
        ...describe({
          summary: 'Create an AI prompt template',
          permission: 'prompts.write',
          status: 201,
          answer: Prompt,
        }),
      },
    )
    .put(
      '/api/admin/ai-prompts/:id',
      async ({ params: { id }, body, request }) =>
        note(request, 'prompt_updated', await updatePrompt(db, id, body)),
      {
        params: ById,
        body: PromptInput,
        ...describe({
          summary: 'Change an AI prompt template',
          permission: 'prompts.write',
          answer: Prompt,
        }),
      },
    )
    .delete(
      '/api/admin/ai-prompts/:id',
      async ({ params: { id }, request }) => {
        await note(request, 'prompt_deleted', await deletePrompt(db, id))
        return { success: true }
      },
      {
        params: ById,
        ...describe({
          summary: 'Delete an AI prompt template',
          permission: 'prompts.write',
          answer: Done,
        }),
      },
    )
}
