import * as z from 'zod/mini'
import { Prompt, PromptInput } from '#domain/prompts.ts'
import type { Deps } from '#src/deps.ts'
import { IdParams } from '#src/http/id-params.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './store.ts'

export function promptRoutes({ db, reads, now }: Deps) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/ai-prompts',
      access: 'read',
      summary: 'List the AI prompt templates, newest first',
      response: z.array(Prompt),
      handle: () => listPrompts(reads.db),
    }),
    route({
      method: 'POST',
      path: '/api/admin/ai-prompts',
      access: 'prompts.write',
      body: PromptInput,
      summary: 'Create an AI prompt template',
      status: 201,
      response: Prompt,
      handle: async ({ actor, body }) => await createPrompt(db, actor, body, now()),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/ai-prompts/:id',
      access: 'prompts.write',
      params: IdParams,
      body: PromptInput,
      summary: 'Update an AI prompt template',
      response: Prompt,
      handle: ({ actor, params: { id }, body }) => updatePrompt(db, actor, id, body, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/ai-prompts/:id',
      access: 'prompts.write',
      params: IdParams,
      summary: 'Delete an AI prompt template',
      response: Done,
      handle: async ({ actor, params: { id } }) => {
        await deletePrompt(db, actor, id, now())
        return DONE
      },
    }),
  ]
}
