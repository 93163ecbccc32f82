import OpenAI, { APIConnectionError, APIError, OpenAIError } from 'openai'
import * as z from 'zod/mini'
import { type AppError, badGateway, unavailable } from '#src/errors.ts'
import { boundedFetch, type Fetch } from './bounded-fetch.ts'
import { isQuotaError, withoutRetryOnQuota } from './chat-quota.ts'

/** In bytes of JSON; far more than the longest post. */
const RESPONSE_MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 2

const QUOTA = "The AI provider's quota is exceeded. Please add credits to your account with the provider."
const ERROR_AS_COMPLETION =
  'The AI provider returned an error instead of text. Usually its quota is exceeded.'

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.nullish(z.string()) }),
        finish_reason: z.nullish(z.string()),
      }),
    )
    .check(z.minLength(1)),
})

const ErrorBody = z.object({ error: z.union([z.string(), z.looseObject({})]) })

export type Prompt = { system: string; user: string }

type Complete = (prompting: Prompt, signal: AbortSignal) => Promise<string>

type Options = {
  key: string | undefined
  baseURL: string
  model: string
  fetch: Fetch
  timeoutMs: number
  timeout: (milliseconds: number) => AbortSignal
}

export function createOpenAiChat({ key, baseURL, model, fetch, timeoutMs, timeout }: Options): Complete {
  const client = new OpenAI({
    baseURL,
    // The library requires a key; without one, omit the header.
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { authorization: null } } : {}),
    // Ignore the library's environment variables.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: RETRIES,
    // The deadline below covers all retries.
    timeout: timeoutMs * 2,
    logLevel: 'off',
    fetch: withoutRetryOnQuota(boundedFetch(fetch, RESPONSE_MAX_BYTES)),
  })

  return async ({ system, user }, canceled) => {
    const deadline = timeout(timeoutMs)
    const signal = AbortSignal.any([canceled, deadline])
    try {
      const answer: unknown = await client.chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        },
        { signal },
      )
      return withoutKey(textOf(answer), key)
    } catch (error) {
      if (canceled.aborted) throw unavailable('The request to the AI provider was canceled')
      if (deadline.aborted)
        throw badGateway(`The AI provider did not respond within ${timeoutMs / 1000} seconds.`)
      throw refusalOf(error, key)
    }
  }
}

function textOf(answer: unknown): string {
  if (ErrorBody.safeParse(answer).success) throw badGateway(ERROR_AS_COMPLETION)
  const choice = Completion.safeParse(answer).data?.choices[0]
  if (!choice) throw badGateway("The AI provider's response is not a chat completion.")
  const { message, finish_reason } = choice
  if (finish_reason === 'length' || finish_reason === 'content_filter') {
    throw badGateway('The AI provider stopped before the text was complete.')
  }
  return message.content ?? ''
}

function refusalOf(error: unknown, key: string | undefined): unknown {
  if (error instanceof APIConnectionError) {
    return badGateway(
      'The AI provider could not be reached, or ended the connection. Please check OPENAI_BASE_URL.',
    )
  }
  if (error instanceof APIError && error.status !== undefined) return fromStatus(error, error.status, key)
  const isUnreadable = error instanceof SyntaxError || error instanceof OpenAIError
  return isUnreadable ? badGateway("The AI provider's response is not a chat completion.") : error
}

function fromStatus(error: APIError, status: number, key: string | undefined): AppError {
  if (isQuotaError(status, error)) return badGateway(QUOTA)
  if (status === 401 || status === 403) {
    return badGateway('The AI provider rejected the API key. Please check OPENAI_API_KEY.')
  }
  if (status === 429) return badGateway("The AI provider's rate limit is exceeded. Please try again later.")
  const detail = detailOf(error, key)
  return badGateway(`The AI provider responded with status ${status}${detail ? `: ${detail}` : '.'}`)
}

const DETAIL_MAX = 300

/** Empty if the provider's message contains part of the key or the word 'quota'. */
function detailOf({ error }: APIError, key: string | undefined): string {
  const message = z.object({ message: z.string() }).safeParse(error).data?.message ?? ''
  const line = message.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const isFit = !/quota/i.test(line) && !/\b(?:sk|pk|rk)-|bearer/i.test(line) && !containsPartOf(line, key)
  return isFit ? line.slice(0, DETAIL_MAX).toWellFormed() : ''
}

const REVEALING_LENGTH = 6

function containsPartOf(text: string, key: string | undefined): boolean {
  if (key === undefined) return false
  const parts = Array.from({ length: Math.max(1, key.length - REVEALING_LENGTH + 1) }, (_, start) =>
    key.slice(start, start + REVEALING_LENGTH),
  )
  return parts.some((part) => text.includes(part))
}

/** Shorter keys are placeholders such as 'ollama'. */
const SECRET_LENGTH_MIN = 12

const withoutKey = (text: string, key: string | undefined) =>
  key !== undefined && key.length >= SECRET_LENGTH_MIN ? text.replaceAll(key, '[key]') : text
