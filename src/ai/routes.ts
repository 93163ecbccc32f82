import { Elysia } from 'elysia'
import { AiProvider, DraftInput, ProviderTest } from '#domain/ai.ts'
import { Post } from '#domain/posts.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { CHAT_TIMEOUT_SECONDS } from '#src/lib/chat-model.ts'
import { signedIn } from '#src/sessions/guard.ts'
import { writeDraft } from './write-draft.ts'

/** The model's time, and a little for the draft to be stored and answered. */
const SILENT_SECONDS = CHAT_TIMEOUT_SECONDS + 30

const TEST = { system: 'You answer in one word.', user: 'Say: ready' }

/** Drafts by a language model, and the provider that writes them. Each administrator's calls are limited: they cost. */
export function aiRoutes(deps: Deps) {
  const { db, now, log, chatModel } = deps
  const perMinute = createRateLimit({ attempts: 10, seconds: 60 })
  const perDay = createRateLimit({ attempts: 100, seconds: 86_400 })

  /** Runs what may take minutes; a client that goes away ends it. */
  async function patiently<Result>(
    request: Request,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const key = String(signedIn(request).user.id)
    await perMinute.take(key)
    await perDay.take(key)
    callOf(request).allowSilence(SILENT_SECONDS)
    try {
      return await work(request.signal)
    } catch (error) {
      if (!request.signal.aborted) log.warn('AI call failed', { requestId: callOf(request).id })
      throw error
    }
  }

  return new Elysia()
    .post(
      '/api/admin/ai-generate-blog',
      async ({ body, request }) => {
        const post = await patiently(request, (signal) => writeDraft(deps, body, signal))
        const { user } = signedIn(request)
        const entry = { actor: user.username, action: 'draft_generated', subject: post.title } as const
        await recordAudit(db, { ...entry, address: callOf(request).address }, now())
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
        patiently(request, async (signal): Promise<ProviderTest> => {
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
