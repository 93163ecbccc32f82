import * as z from 'zod/mini'
import { parseJson } from './parse-json.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** `isCut`: the provider stopped at a limit, so the text may be incomplete. */
export type Completion = { text: string; isCut: boolean }

/** In characters. Parsing takes one turn. */
const JSON_MAX = 1024 * 1024
const TURN_MS = 5
const PARTS_MAX = 1_000

export const INCOMPLETE = 'The AI provider stopped before the text was complete.'

type Read = (Completion & { isInterrupted: boolean }) | { error: unknown }

const Message = z.nullish(z.object({ content: z.optional(z.unknown()) }))
const Choice = z.object({
  message: Message,
  delta: Message,
  finish_reason: z.nullish(z.string()),
  error: z.optional(z.unknown()),
})
/** A completion, or an event of a stream, which may have no choices. */
const Chunk = z.object({
  choices: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  object: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
})

const CUT = /length|max_?(?:output_?|new_?)?tokens|truncated|insufficient_system_resource/i
const INTERRUPTED = /filter|safety|prohibited|recitation|^error$/i

/**
 * Reads a chat completion, or an event stream of one, whatever its Content-Type says. Null if it is neither. `error` is
 * the provider's. Yields, because providers may send anything.
 */
export async function readCompletion(body: string): Promise<Read | null> {
  const whole = parse(body)
  const chunks = whole === undefined ? eventsIn(body) : [whole].flat().slice(0, PARTS_MAX)
  const parts: string[] = []
  let reason: string | null = null
  let isFound = false
  let isDone = whole !== undefined
  let turn = performance.now()
  for (const chunk of chunks) {
    if (performance.now() - turn > TURN_MS) {
      await yieldToEventLoop()
      turn = performance.now()
    }
    isDone ||= chunk === DONE
    const { data } = Chunk.safeParse(chunk)
    const [first] = Array.isArray(data?.choices) ? data.choices : []
    const choice = Choice.safeParse(first).data
    const refused = data && !Array.isArray(data.choices) ? data.detail : undefined
    const error = data?.object === 'error' ? data : (data?.error ?? choice?.error ?? refused)
    if (error) return { error: error === data ? chunk : error }
    if (!choice?.message && !choice?.delta) continue
    isFound = true
    const message = textOf(choice.message?.content)
    if (message !== '') parts.length = 0
    parts.push(message || textOf(choice.delta?.content))
    reason = choice.finish_reason ?? reason
  }
  if (!isFound) return null
  const isCut = reason === null ? !isDone : CUT.test(reason)
  return { text: parts.join(''), isCut, isInterrupted: INTERRUPTED.test(reason ?? '') }
}

const DONE = '[DONE]'

const parse = (json: string) => (json.length > JSON_MAX ? undefined : parseJson(json))

function* eventsIn(body: string): Generator<unknown> {
  for (const [, data = ''] of body.matchAll(/^[ \t]*data:(.*)$/gm))
    yield data.trim() === DONE ? DONE : parse(data)
}

const Part = z.union([
  z.string(),
  z.pipe(
    z.object({ type: z.optional(z.enum(['text', 'output_text'])), text: z.string() }),
    z.transform(({ text }) => text),
  ),
])

/** Parts that aren't text, such as thoughts and references, are left out. */
const textOf = (content: unknown): string =>
  [content]
    .flat()
    .slice(0, PARTS_MAX)
    .map((part) => Part.safeParse(part).data ?? '')
    .join('')
