import { AiProvider, DraftInput, ProviderTest } from '#domain/ai.ts'
import { Post } from '#domain/posts.ts'
import type { Deps } from '#src/deps.ts'
import { route } from '#src/route.ts'
import type { AiCalls } from './calls.ts'
import { writeDraft } from './write-draft.ts'

const TEST = { system: 'You answer in one word.', user: 'Say: ready' }

export function aiRoutes(deps: Pick<Deps, 'db' | 'now' | 'chatModel'> & { aiCalls: AiCalls }) {
  const { now, chatModel, aiCalls } = deps

  return [
    route({
      method: 'POST',
      path: '/api/admin/ai-generate-blog',
      access: 'ai.use',
      body: DraftInput,
      summary: 'Generate a draft with AI (slow; canceled on disconnect)',
      status: 201,
      response: Post,
      handle: async ({ user, call, actor, body }) => {
        const post = await aiCalls(call, user, (signal) => writeDraft(deps, actor, body, signal))
        return post
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/ai-provider',
      access: 'read',
      summary: 'Get the configured AI provider',
      response: AiProvider,
      handle: (): AiProvider => {
        const { host = null, model = null } = chatModel.provider ?? {}
        return { configured: chatModel.provider !== null, host, model }
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/ai-provider/test',
      access: 'ai.use',
      summary: 'Test the AI provider with a one-word prompt',
      response: ProviderTest,
      handle: ({ user, call }) =>
        aiCalls(call, user, async (signal): Promise<ProviderTest> => {
          const start = now().getTime()
          await chatModel.complete(TEST, signal)
          return { success: true, milliseconds: now().getTime() - start }
        }),
    }),
  ]
}
