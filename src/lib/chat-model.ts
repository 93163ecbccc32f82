import { unavailable } from '#src/errors.ts'
import type { Fetch } from './bounded-fetch.ts'
import type { Completion } from './completion.ts'
import { once } from './once.ts'
import type { Prompt } from './openai-chat.ts'

export type ChatModel = {
  /** `host` includes the port; null when no provider is configured. */
  provider: { host: string; model: string } | null
  /**
   * Throws AppError unavailable when unconfigured or aborted, bad_gateway when the provider fails; its message contains
   * 'quota' only if quota or credit is exhausted. Errors never contain the key.
   */
  complete(prompting: Prompt, signal: AbortSignal): Promise<Completion>
}

const CHAT_TIMEOUT_SECONDS = 180

const OPENAI = 'https://api.openai.com/v1'

const NOT_CONFIGURED = 'AI provider is not configured. Set OPENAI_API_KEY or OPENAI_BASE_URL.'

type Settings = {
  openaiApiKey?: string | undefined
  openaiBaseUrl?: string | undefined
  openaiModel: string
}
type Surroundings = { fetch: Fetch; timeout?: (milliseconds: number) => AbortSignal }

export function createChatModel(
  { openaiApiKey: key, openaiBaseUrl, openaiModel: model }: Settings,
  { fetch, timeout = AbortSignal.timeout }: Surroundings,
): ChatModel {
  if (key === undefined && openaiBaseUrl === undefined) {
    return { provider: null, complete: () => Promise.reject(unavailable(NOT_CONFIGURED)) }
  }
  const baseURL = openaiBaseUrl ?? OPENAI
  // Loaded on first use: most instances never call it.
  const loadChat = once(async () => {
    const timeoutMs = CHAT_TIMEOUT_SECONDS * 1000
    const { createOpenAiChat } = await import('./openai-chat.ts')
    return createOpenAiChat({ key, baseURL, model, fetch, timeoutMs, timeout })
  })
  return {
    provider: { host: new URL(baseURL).host, model },
    complete: async (prompting, signal) => (await loadChat())(prompting, signal),
  }
}
