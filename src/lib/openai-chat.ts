import OpenAI, { APIConnectionError, APIError, OpenAIError } from 'openai'
import * as z from 'zod/mini'
import { type AppError, badGateway, unavailable } from '#src/errors.ts'
import { boundedFetch, type Fetch } from './bounded-fetch.ts'
import { hasSpentQuota, withoutRetryOnQuota } from './chat-quota.ts'

/** Far more than the longest post, in bytes of JSON. */
const LARGEST_ANSWER = 8 * 1024 * 1024
const RETRIES = 2

const QUOTA = "The AI provider's quota is exceeded. Please add credits to the account there."
const ERROR_AS_ANSWER =
  'The AI provider answered with an error in place of a text. This mostly means that its quota is exceeded.'

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

/** What a model is told: its part first, then what it is asked for. */
export type Prompting = { system: string; user: string }

type Complete = (prompting: Prompting, signal: AbortSignal) => Promise<string>

type Options = { key: string | undefined; baseURL: string; model: string; fetch: Fetch; timeoutMs: number }

/** Asks a model through OpenAI's own library; what it answers and throws is told at ChatModel. */
export function createOpenAiChat({ key, baseURL, model, fetch, timeoutMs }: Options): Complete {
  const client = new OpenAI({
    baseURL,
    // The library insists on a key; without one of ours the header is left out.
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { authorization: null } } : {}),
    // What its own variables in the environment would say is no setting of ours.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: RETRIES,
    // One deadline over all tries is kept below.
    timeout: timeoutMs * 2,
    logLevel: 'off',
    fetch: withoutRetryOnQuota(boundedFetch(fetch, LARGEST_ANSWER)),
  })

  return async ({ system, user }, cancelled) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([cancelled, deadline])
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
      if (cancelled.aborted) throw unavailable('The request to the AI provider was cancelled')
      if (deadline.aborted)
        throw badGateway(`The AI provider did not answer within ${timeoutMs / 1000} seconds.`)
      throw refusalOf(error, key)
    }
  }
}

function textOf(answer: unknown): string {
  if (ErrorBody.safeParse(answer).success) throw badGateway(ERROR_AS_ANSWER)
  const choice = Completion.safeParse(answer).data?.choices[0]
  if (!choice) throw badGateway('The AI provider answered with something that is no chat completion.')
  const { message, finish_reason } = choice
  if (finish_reason === 'length' || finish_reason === 'content_filter') {
    throw badGateway('The AI provider stopped before the text was complete.')
  }
  return message.content ?? ''
}

/** What a failed call means to an administrator. Errors of our own pass. */
function refusalOf(error: unknown, key: string | undefined): unknown {
  if (error instanceof APIConnectionError) {
    return badGateway(
      'The AI provider could not be reached, or ended the connection. Please check OPENAI_BASE_URL.',
    )
  }
  if (error instanceof APIError && error.status !== undefined) return fromStatus(error, error.status, key)
  const isUnreadable = error instanceof SyntaxError || error instanceof OpenAIError
  return isUnreadable
    ? badGateway('The AI provider answered with something that is no chat completion.')
    : error
}

function fromStatus(error: APIError, status: number, key: string | undefined): AppError {
  if (hasSpentQuota(status, error)) return badGateway(QUOTA)
  if (status === 401 || status === 403) {
    return badGateway('The AI provider refused the key. Please check OPENAI_API_KEY.')
  }
  if (status === 429)
    return badGateway('The AI provider is asked too often at the moment. Please try again later.')
  const said = detailOf(error, key)
  return badGateway(`The AI provider answered with status ${status}${said ? `: ${said}` : '.'}`)
}

const LONGEST_DETAIL = 300

/** The provider's own words, unless they hold a part of the key or the word that means something else. */
function detailOf({ error }: APIError, key: string | undefined): string {
  const said = z.object({ message: z.string() }).safeParse(error).data?.message ?? ''
  const line = said.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const isFit = !/quota/i.test(line) && !/\b(?:sk|pk|rk)-|bearer/i.test(line) && !holdsPartOf(line, key)
  return isFit ? line.slice(0, LONGEST_DETAIL).toWellFormed() : ''
}

const TELLING_PART = 6

function holdsPartOf(text: string, key: string | undefined): boolean {
  if (key === undefined) return false
  const parts = Array.from({ length: Math.max(1, key.length - TELLING_PART + 1) }, (_, start) =>
    key.slice(start, start + TELLING_PART),
  )
  return parts.some((part) => text.includes(part))
}

/** Shorter ones are words such as 'ollama', put there because something had to be. */
const SHORTEST_SECRET = 12

const withoutKey = (text: string, key: string | undefined) =>
  key !== undefined && key.length >= SHORTEST_SECRET ? text.replaceAll(key, '[key]') : text
