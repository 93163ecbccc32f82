import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { Prompt, PromptInput } from '#domain/prompts.ts'
import type { Deps } from '#src/deps.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { ById } from '#src/http/ids.ts'
import { actorOf } from '#src/sessions/guard.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './store.ts'

/** The templates that drafts are written from. */
export function promptRoutes({ db, now }: Deps) {
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
      async ({ body, request }) => jsonAnswer(await createPrompt(db, actorOf(request), body, now()), 201),
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
      ({ params: { id }, body, request }) => updatePrompt(db, actorOf(request), id, body, now()),
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
        await deletePrompt(db, actorOf(request), id, now())
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
