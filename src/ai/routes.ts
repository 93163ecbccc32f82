import { Elysia } from 'elysia'
import { AiProvider, DraftInput, ProviderTest } from '#domain/ai.ts'
import { Post } from '#domain/posts.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import type { Access } from '#src/sessions/access.ts'
import type { AiCalls } from './calls.ts'
import { writeDraft } from './write-draft.ts'

const TEST = { system: 'You answer in one word.', user: 'Say: ready' }

export function aiRoutes(
  deps: Pick<Deps, 'db' | 'now' | 'chatModel'> & { aiCalls: AiCalls },
  access: Access,
) {
  const { now, chatModel, aiCalls } = deps

  return new Elysia()
    .use(access)
    .post(
      '/api/admin/ai-generate-blog',
      async ({ status, user, call, actor, body }) => {
        const post = await aiCalls(call, user, (signal) => writeDraft(deps, actor, body, signal))
        return status(201, await post)
      },
      {
        access: 'ai.use',
        body: DraftInput,
        response: { 201: answers(Post) },
        detail: { summary: 'Generate a draft with AI (slow; canceled on disconnect)' },
      },
    )
    .get(
      '/api/admin/ai-provider',
      (): AiProvider => {
        const { host = null, model = null } = chatModel.provider ?? {}
        return { configured: chatModel.provider !== null, host, model }
      },
      {
        access: 'read',
        response: answers(AiProvider),
        detail: { summary: 'Get the configured AI provider' },
      },
    )
    .post(
      '/api/admin/ai-provider/test',
      ({ user, call }) =>
        aiCalls(call, user, async (signal): Promise<ProviderTest> => {
          const start = now().getTime()
          await chatModel.complete(TEST, signal)
          return { success: true, milliseconds: now().getTime() - start }
        }),
      {
        access: 'ai.use',
        response: answers(ProviderTest),
        detail: { summary: 'Test the AI provider with a one-word prompt' },
      },
    )
}
