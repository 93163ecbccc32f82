import * as z from 'zod/mini'
import { parseJson } from './parse-json.ts'

/** `isCut`: the provider stopped at a limit, so the text may be incomplete. */
export type Completion = { text: string; isCut: boolean }

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
  choices: z.nullish(z.array(Choice)),
  error: z.optional(z.unknown()),
  object: z.optional(z.unknown()),
})

const CUT = /length|max_?(?:output_?|new_?)?tokens|truncated|insufficient_system_resource/i
const INTERRUPTED = /filter|safety|prohibited|recitation|^error$/i

/**
 * Reads a chat completion, or an event stream of one, whatever its Content-Type says. Null if it is neither. `error` is
 * the provider's.
 */
export function readCompletion(body: string): Read | null {
  const { chunks, isStream, isDone } = readChunks(body.trim())
  let text = ''
  let reason: string | null = null
  let isFound = false
  for (const chunk of chunks) {
    const { data } = Chunk.safeParse(chunk)
    const [choice] = data?.choices ?? []
    const error = data?.object === 'error' ? data : (data?.error ?? choice?.error)
    if (error) return { error: error === data ? chunk : error }
    if (!choice?.message && !choice?.delta) continue
    isFound = true
    text = textOf(choice.message?.content) || text + textOf(choice.delta?.content)
    reason = choice.finish_reason ?? reason
  }
  if (!isFound) return null
  const isCut = reason === null ? isStream && !isDone : CUT.test(reason)
  return { text, isCut, isInterrupted: INTERRUPTED.test(reason ?? '') }
}

type Chunks = { chunks: unknown[]; isStream: boolean; isDone: boolean }

function readChunks(body: string): Chunks {
  const whole = parseJson(body)
  if (whole !== undefined) return { chunks: [whole].flat(), isStream: false, isDone: true }
  const data = body
    .split(/[\r\n]+/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
  return { chunks: data.map(parseJson), isStream: true, isDone: data.includes('[DONE]') }
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
    .map((part) => Part.safeParse(part).data ?? '')
    .join('')
