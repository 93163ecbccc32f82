import { Elysia } from 'elysia'
import { AiProvider, DraftInput, ProviderTest } from '#domain/ai.ts'
import { Post } from '#domain/posts.ts'
import type { Deps } from '#src/deps.ts'
import { describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { actorOf } from '#src/sessions/guard.ts'
import type { AiCalls } from './calls.ts'
import { writeDraft } from './write-draft.ts'

const TEST = { system: 'You answer in one word.', user: 'Say: ready' }

/** Drafts by a language model, and the provider that writes them. */
export function aiRoutes(deps: Pick<Deps, 'db' | 'now' | 'chatModel'> & { aiCalls: AiCalls }) {
  const { now, chatModel, aiCalls } = deps

  return new Elysia()
    .post(
      '/api/admin/ai-generate-blog',
      async ({ body, request }) => {
        const post = await aiCalls(request, (signal) => writeDraft(deps, actorOf(request), body, signal))
        return jsonAnswer(post, 201)
      },
      {
        body: DraftInput,
        ...describe({
          summary: 'Have a draft written by the AI provider; may take minutes, and ends with the connection',
          permission: 'ai.use',
          status: 201,
          answer: Post,
        }),
      },
    )
    .get(
      '/api/admin/ai-provider',
      (): AiProvider => {
        const { host = null, model = null } = chatModel.provider ?? {}
        return { configured: chatModel.provider !== null, host, model }
      },
      describe({ summary: 'Tell which AI provider is configured', permission: 'read', answer: AiProvider }),
    )
    .post(
      '/api/admin/ai-provider/test',
      ({ request }) =>
        aiCalls(request, async (signal): Promise<ProviderTest> => {
          const start = now().getTime()
          await chatModel.complete(TEST, signal)
          return { success: true, milliseconds: now().getTime() - start }
        }),
      describe({
        summary: 'Ask the AI provider for one word',
        permission: 'ai.use',
        answer: ProviderTest,
      }),
    )
}
