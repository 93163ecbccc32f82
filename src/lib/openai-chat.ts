import OpenAI, { APIConnectionError, APIError, OpenAIError } from 'openai'
import * as z from 'zod/mini'
import { POST_LIMITS } from '#domain/posts.ts'
import { type AppError, badGateway, unavailable } from '#src/errors.ts'
import { boundedFetch, type Fetch } from './bounded-fetch.ts'
import { isQuotaError, withoutRetryOnQuota } from './chat-quota.ts'
import { type Completion, INCOMPLETE, readCompletion } from './completion.ts'

/** In bytes of JSON; far more than the longest post. */
const RESPONSE_MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 2

const QUOTA = "The AI provider's quota is exceeded. Please add credits to your account with the provider."
const ERROR_AS_COMPLETION = 'The AI provider returned an error instead of text'
const PROBABLY_QUOTA = `${ERROR_AS_COMPLETION}. Usually its quota is exceeded.`
const NO_COMPLETION = "The AI provider's response is not a chat completion."

export type Prompt = { system: string; user: string }

type Complete = (prompting: Prompt, signal: AbortSignal) => Promise<Completion>

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
      const response = client.chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          stream: false,
        },
        { signal },
      )
      // The library would parse only what is labeled as JSON.
      const { text, isCut } = await completionIn(await (await response.asResponse()).text(), key)
      return { text: withoutKey(text, key), isCut }
    } catch (error) {
      if (canceled.aborted) throw unavailable('The request to the AI provider was canceled')
      if (deadline.aborted)
        throw badGateway(`The AI provider did not respond within ${timeoutMs / 1000} seconds.`)
      throw refusalOf(error, key)
    }
  }
}

async function completionIn(body: string, key: string | undefined): Promise<Completion> {
  const read = await readCompletion(body)
  if (!read) throw badGateway(NO_COMPLETION)
  if ('error' in read) throw refusalFor(null, read.error, key)
  if (read.isInterrupted) throw badGateway(INCOMPLETE)
  if (read.text.length > POST_LIMITS.content) throw badGateway("The AI provider's response is too long.")
  return read
}

function refusalOf(error: unknown, key: string | undefined): unknown {
  if (error instanceof APIConnectionError) {
    return badGateway(
      'The AI provider could not be reached, or ended the connection. Please check OPENAI_BASE_URL.',
    )
  }
  if (error instanceof APIError && error.status !== undefined)
    return refusalFor(error.status, error.error, key)
  return error instanceof OpenAIError ? badGateway(NO_COMPLETION) : error
}

const Problem = z.object({ code: z.optional(z.unknown()), type: z.optional(z.unknown()) })

/** `status` is null if the error came with status 200. */
function refusalFor(status: number | null, error: unknown, key: string | undefined): AppError {
  const { code, type } = Problem.safeParse(error).data ?? {}
  const problem = status ?? Number(code)
  if (isQuotaError(problem, { code, type })) return badGateway(QUOTA)
  if (problem === 401 && key === undefined)
    return badGateway('The AI provider requires an API key. Please set OPENAI_API_KEY.')
  if ((problem === 401 || problem === 403) && key !== undefined)
    return badGateway('The AI provider rejected the API key. Please check OPENAI_API_KEY.')
  if (problem === 429) return badGateway("The AI provider's rate limit is exceeded. Please try again later.")
  const detail = detailOf(error, key)
  if (status === null) return badGateway(detail ? `${ERROR_AS_COMPLETION}: ${detail}` : PROBABLY_QUOTA)
  return badGateway(`The AI provider responded with status ${status}${detail ? `: ${detail}` : '.'}`)
}

const DETAIL_MAX = 300

/** Empty if the provider's message contains part of the key or the word 'quota'. */
function detailOf(error: unknown, key: string | undefined): string {
  const line = messageIn(error)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const isFit = !/quota/i.test(line) && !/\b(?:sk|pk|rk)-|bearer/i.test(line) && !containsPartOf(line, key)
  return isFit ? line.slice(0, DETAIL_MAX).toWellFormed() : ''
}

const MESSAGE_KEYS = ['message', 'error', 'detail', 'msg', 'errors'] as const
const MESSAGE_DEPTH = 5

/** Servers send `{ error: 'text' }`, `{ message }`, `{ detail: [{ msg }] }`, `[{ error: { message } }]` and others. */
function messageIn(value: unknown, depth = MESSAGE_DEPTH): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth === 0) return ''
  const inner: unknown[] = Array.isArray(value)
    ? value.slice(0, 1)
    : MESSAGE_KEYS.map((name) => Reflect.get(value, name))
  return inner.map((part) => messageIn(part, depth - 1)).find((message) => message !== '') ?? ''
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
