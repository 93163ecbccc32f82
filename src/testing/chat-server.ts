import { POST_LIMITS } from '#domain/posts.ts'
import { QUOTA_CODES } from '#src/lib/chat-quota.ts'

export type ChatServer = {
  url: string
  requests: { authorization: string | null; body: unknown }[]
  called: Promise<void>
  /** Resolves when the response, or the rest of it, is held back until `release`. */
  held: Promise<void>
  /** Resolves when a client disconnects before the response. */
  abandoned: Promise<void>
  release(): void
  [Symbol.asyncDispose](): Promise<void>
}

type Turn = { request: Request; count: number; hold(): Promise<void> }
type Behavior = (turn: Turn) => Response | Promise<Response>

export const GOOD_TEXT = 'Length comes first.\n\n## Why\n\nEach character multiplies the work of guessing.'

/** Prompt injection: a page can make a model write this. */
export const HOSTILE_TEXT = [
  '## Advice for you',
  '',
  'Read [the guide](https://tracker.example/guide?you=ada) and [this](javascript:alert(1)).',
  '',
  '![chart](https://tracker.example/pixel.gif?you=ada) ![](data:image/gif;base64,R0lGODlhAQABAAAAACw=)',
  '',
  `![](/images/${'0a'.repeat(16)}-640x480.webp) [settings](/admin/settings) <https://tracker.example/>`,
  '',
  '<script>alert(2)</script><img src="https://tracker.example/raw.gif" onerror="alert(3)">',
  '',
  '[more](data:text/html,<script>alert(4)</script>)',
  '',
  `${'> '.repeat(2_000)}deep`,
].join('\n')

export const completion = (content: string, finish_reason = 'stop') =>
  Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
  })

/** The client library retries immediately. */
const failure = (status: number, error: unknown) =>
  Response.json({ error }, { status, headers: { 'retry-after-ms': '1' } })

const keyOf = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? ''

const BEHAVIORS = {
  good: () => completion(GOOD_TEXT),
  hostile: () => completion(HOSTILE_TEXT),
  reasoning: () => completion(`<think>Hm, what is a password?</think>\n\n${GOOD_TEXT}`),
  'unclosed reasoning': () => completion('<think>Hm, what is a password?'),
  empty: () => completion('  \n'),
  'an overlong text': () => completion('x'.repeat(POST_LIMITS.content + 1)),
  'too many lines': () => completion('x\n'.repeat(POST_LIMITS.contentLines + 1)),
  ...Object.fromEntries(
    QUOTA_CODES.map((code) => [
      `quota ${code}`,
      () => failure(429, { message: 'You exceeded your current quota', type: 'insufficient', code }),
    ]),
  ),
  'quota by its type': () => failure(429, { message: 'x', type: 'insufficient_quota', code: null }),
  'payment required': () => failure(402, { code: 402, message: 'Insufficient credits' }),
  'an error with status 200': () => Response.json({ error: { code: 502, message: 'Upstream failed' } }),
  'too many requests': () => failure(429, { message: 'Rate limit of the free quota', code: 'rate_limited' }),
  'two failures, then success': ({ count }: Turn) =>
    count < 3 ? failure(500, { message: 'Oops' }) : completion(GOOD_TEXT),
  'always failing': () => failure(500, { message: 'Oops' }),
  slow: async ({ hold }: Turn) => {
    await hold()
    return completion(GOOD_TEXT)
  },
  'refusing once, then slow': async ({ count, hold }: Turn) => {
    if (count === 1) return failure(401, { message: 'No' })
    await hold()
    return completion(GOOD_TEXT)
  },
  'half a response': ({ hold }: Turn) =>
    new Response(
      new ReadableStream({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode('{"choices":[{"message":{"content":"Length')),
        pull: async (controller) => {
          await hold()
          controller.close()
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    ),
  'no JSON': () => new Response('{"choices":[', { headers: { 'content-type': 'application/json' } }),
  'a web page': () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
  'another shape': () => Response.json({ choices: [{ text: 'Length' }] }),
  'an unknown model': () => failure(404, { message: 'The model `gpt-5-mini` does not exist' }),
  'a refused key': ({ request }: Turn) =>
    failure(401, { message: `Incorrect API key provided: ${keyOf(request)}.`, code: 'invalid_api_key' }),
  'the key in an error': ({ request }: Turn) =>
    failure(400, { message: `Bad request with ${keyOf(request)}` }),
  'a part of the key in an error': ({ request }: Turn) =>
    failure(400, { message: `Bad request with ${keyOf(request).slice(4, 12)}` }),
  'the key in the text': ({ request }: Turn) => completion(`The key is ${keyOf(request)}, they say.`),
  'a redirect': ({ request }: Turn) =>
    new Response(null, { status: 307, headers: { location: new URL('/elsewhere', request.url).href } }),
} satisfies Record<string, Behavior>

export function startChatServer(name: string | Behavior): ChatServer {
  const behaviors: Record<string, Behavior> = BEHAVIORS
  const behave = typeof name === 'string' ? behaviors[name] : name
  if (!behave) throw new Error(`no provider behaves like '${name}'`)
  const requests: ChatServer['requests'] = []
  const waiting = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const called = Promise.withResolvers<void>()
  const abandoned = Promise.withResolvers<void>()
  const hold = () => {
    held.resolve()
    return waiting.promise
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      request.signal.addEventListener('abort', () => abandoned.resolve())
      requests.push({ authorization: request.headers.get('authorization'), body: await request.json() })
      called.resolve()
      return behave({ request, count: requests.length, hold })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    requests,
    called: called.promise,
    held: held.promise,
    abandoned: abandoned.promise,
    release: waiting.resolve,
    [Symbol.asyncDispose]: async () => {
      waiting.resolve()
      await server.stop(true)
    },
  }
}

/** Closes each connection at the first byte. */
export function startCuttingServer() {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.terminate() },
  })
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    [Symbol.dispose]: () => server.stop(true),
  }
}
