import { unavailable } from '#src/errors.ts'
import type { Fetch } from './bounded-fetch.ts'
import type { Prompting } from './openai-chat.ts'

/** A language model behind an interface like OpenAI's. */
export type ChatModel = {
  /** Where it is (host and port) and what it is called; null while none is configured. */
  provider: { host: string; model: string } | null
  /**
   * Answers the model's whole text. Throws AppError: unavailable while none is configured or when `signal` cancels,
   * bad_gateway when the provider fails, with the word 'quota' in the message when, and only when, money or quota is
   * what it lacks. Nothing thrown holds the key.
   */
  complete(prompting: Prompting, signal: AbortSignal): Promise<string>
}

export const CHAT_TIMEOUT_SECONDS = 180

const OPENAI = 'https://api.openai.com/v1'

const NOT_CONFIGURED = 'AI provider is not configured. Set OPENAI_API_KEY or OPENAI_BASE_URL.'

type Settings = {
  openaiApiKey?: string | undefined
  openaiBaseUrl?: string | undefined
  openaiModel: string
}
type Surroundings = { fetch: Fetch; timeoutMs?: number }

export function createChatModel(
  { openaiApiKey: key, openaiBaseUrl, openaiModel: model }: Settings,
  { fetch, timeoutMs = CHAT_TIMEOUT_SECONDS * 1000 }: Surroundings,
): ChatModel {
  if (key === undefined && openaiBaseUrl === undefined) {
    return { provider: null, complete: () => Promise.reject(unavailable(NOT_CONFIGURED)) }
  }
  const baseURL = openaiBaseUrl ?? OPENAI
  const loadChat = async () => {
    const { createOpenAiChat } = await import('./openai-chat.ts')
    return createOpenAiChat({ key, baseURL, model, fetch, timeoutMs })
  }
  let chat: ReturnType<typeof loadChat> | undefined
  return {
    provider: { host: new URL(baseURL).host, model },
    // The client library is loaded with the first call: most servers never make one.
    complete: async (prompting, signal) => {
      chat ??= loadChat()
      return (await chat)(prompting, signal)
    },
  }
}
