import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { Prompt, PromptInput } from '#domain/prompts.ts'
import type { Deps } from '#src/deps.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import type { Access } from '#src/sessions/access.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './store.ts'

export function promptRoutes({ db, now }: Deps, access: Access) {
  return new Elysia()
    .use(access)
    .get('/api/admin/ai-prompts', () => listPrompts(db), {
      access: 'read',
      response: answers(z.array(Prompt)),
      detail: { summary: 'List the AI prompt templates, newest first' },
    })
    .post(
      '/api/admin/ai-prompts',
      async ({ status, actor, body }) => status(201, await createPrompt(db, actor, body, now())),
      {
        access: 'prompts.write',
        body: PromptInput,
        response: { 201: answers(Prompt) },
        detail: { summary: 'Create an AI prompt template' },
      },
    )
    .put(
      '/api/admin/ai-prompts/:id',
      ({ actor, params: { id }, body }) => updatePrompt(db, actor, id, body, now()),
      {
        access: 'prompts.write',
        params: IdParams,
        body: PromptInput,
        response: answers(Prompt),
        detail: { summary: 'Update an AI prompt template' },
      },
    )
    .delete(
      '/api/admin/ai-prompts/:id',
      async ({ actor, params: { id } }) => {
        await deletePrompt(db, actor, id, now())
        return DONE
      },
      {
        access: 'prompts.write',
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete an AI prompt template' },
      },
    )
}
