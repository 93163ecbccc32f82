import { expect, test } from 'bun:test'
import { createPrompt } from '#src/prompts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { startChatServer } from '#src/testing/chat-server.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const TEXT = 'Roses like sun.\n\n## Water\n\nOnce a week.'
const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

type Sent = { body: string; type?: string | null; status?: number }

async function generate(sent: Sent, settings: { openaiApiKey?: string } = {}) {
  const { body, type = JSON_TYPE, status = 200 } = sent
  const headers = new Headers(type === null ? [] : [['content-type', type]])
  await using server = startChatServer(
    () => new Response(new TextEncoder().encode(body), { status, headers }),
  )
  const app = await testApp({ settings: { openaiBaseUrl: server.url, ...settings } })
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const { id: promptId } = await createPrompt(
    app.db,
    actor,
    { name: 'n', description: '', systemPrompt: 's', userPromptTemplate: '{{title}}', isActive: true },
    NOON,
  )
  const response = await app.call('/api/admin/ai-generate-blog', {
    json: { title: 'On roses', promptId },
    headers: { authorization },
  })
  const answer: { content?: string; excerpt?: string; message?: string } = await response.json()
  return { ...answer, requests: server.requests }
}

const completion = (content: unknown, rest: Record<string, unknown> = {}, finish_reason = 'stop') =>
  JSON.stringify({
    id: 'chatcmpl-7',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content, ...rest }, finish_reason }],
    usage: { prompt_tokens: 9, completion_tokens: 30 },
  })

const events = (...chunks: unknown[]) =>
  [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join('')
const delta = (content: unknown, finish_reason: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

/** Answers in the form in which each server sends them; a text is the content of a completion. */
const ANSWERS: [server: string, form: string, answer: Sent | string][] = [
  ['OpenAI', 'plain', { body: completion(TEXT, { refusal: null, annotations: [] }) }],
  [
    'Azure',
    'content filter results',
    { body: JSON.stringify({ prompt_filter_results: [], ...JSON.parse(completion(TEXT)) }) },
  ],
  [
    'Azure',
    'a stream whose first event has no choice',
    {
      body: events({ choices: [], prompt_filter_results: [{}] }, delta(''), delta(TEXT), delta(null, 'stop')),
      type: STREAM_TYPE,
    },
  ],
  ['Ollama', 'reasoning in a field of its own', { body: completion(TEXT, { reasoning: 'Hm, roses.' }) }],
  ['Ollama', 'reasoning in tags', `<THINK>\nHm.\n</THINK>\n\n${TEXT}`],
  [
    'Ollama',
    'reasoning of a Granite model',
    `Here is my thought process:\nHm.\n\nHere is my response:\n${TEXT}`,
  ],
  [
    'LM Studio',
    'raw Harmony channels',
    `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>${TEXT}<|return|>`,
  ],
  [
    'LM Studio',
    'a tool call before the final channel',
    `<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>final <|constrain|>md<|message|>${TEXT}`,
  ],
  ['LM Studio', 'reasoning of a Gemma model', `<|channel>thought\nHm.\n<channel|>${TEXT}<end_of_turn>`],
  [
    'llama.cpp',
    'Harmony channels without marks',
    `analysisThe user wants a post about roses.assistantfinal${TEXT}`,
  ],
  [
    'llama.cpp',
    'several channels without marks',
    `analysisHm.assistantcommentaryI begin.assistantfinal${TEXT}`,
  ],
  [
    'llama.cpp',
    'reasoning of a Seed model',
    `<seed:think>Hm.<seed:cot_budget_reflect>120 tokens left</seed:cot_budget_reflect>So.</seed:think>${TEXT}`,
  ],
  ['llama.cpp', 'an end mark', `${TEXT}<|im_end|>\n`],
  ['llama.cpp', 'JSON without a type', { body: completion(TEXT), type: null }],
  [
    'llama.cpp',
    'a turn that the model made up',
    `<|im_start|>assistant\n${TEXT}<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>`,
  ],
  ['vLLM', 'reasoning of a Kimi model', `◁think▷Hm.◁/think▷${TEXT}`],
  ['vLLM', 'reasoning of an Exaone model', `<thought>\nHm.\n</thought>\n\n${TEXT}`],
  ['vLLM', 'reasoning without its opening mark', `Hm.\n[/THINK]${TEXT}</s>`],
  [
    'vLLM',
    'reasoning of a Command model',
    `<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>${TEXT}<|END_RESPONSE|><|END_OF_TURN_TOKEN|>`,
  ],
  [
    'vLLM',
    'reasoning of an OpenThinker model',
    `<|begin_of_thought|>Hm.<|end_of_thought|><|begin_of_solution|>${TEXT}<|end_of_solution|>`,
  ],
  ['vLLM', 'a Llama header', `<|start_header_id|>assistant<|end_header_id|>\n\n${TEXT}<|eot_id|>`],
  ['vLLM', 'JSON labeled as a web page', { body: completion(TEXT), type: 'text/html; charset=utf-8' }],
  ['vLLM', 'JSON after a byte order mark', { body: `\uFEFF\n${completion(TEXT)}` }],
  ['vLLM', 'a JSON completion labeled as a stream', { body: completion(TEXT), type: STREAM_TYPE }],
  [
    'Mistral',
    'a list of thoughts and texts',
    {
      body: completion([
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], closed: true },
        { type: 'text', text: TEXT.slice(0, 20) },
        { type: 'reference', reference_ids: [1] },
        { type: 'text', text: TEXT.slice(20) },
      ]),
    },
  ],
  ['Mistral', 'reasoning in brackets', `[THINK]Hm.[/THINK]${TEXT}</s>`],
  [
    'Mistral',
    'a stream of lists',
    {
      body: events(
        delta([{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }]),
        delta([{ type: 'text', text: TEXT.slice(0, 9) }]),
        delta(TEXT.slice(9), 'stop'),
      ),
      type: STREAM_TYPE,
    },
  ],
  ['OpenRouter', 'blank lines before the JSON', { body: `\n\n   \n${completion(TEXT)}` }],
  [
    'OpenRouter',
    'a stream with comments',
    {
      body: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${events(delta(TEXT.slice(0, 5)), delta(TEXT.slice(5)), delta('', 'stop'), { choices: [], usage: {} })}`,
      type: STREAM_TYPE,
    },
  ],
  ['OpenRouter', 'reasoning in tags', `<reasoning>Hm.</reasoning>\n${TEXT}`],
  [
    'DeepSeek',
    'reasoning in a field of its own',
    {
      body: completion(TEXT, { reasoning_content: 'Hm, roses.' }),
    },
  ],
  ['DeepSeek', 'reasoning without its opening tag', `Hm.\n</think>\n\n${TEXT}`],
  ['DeepSeek', 'an answer in tags', `<think>Hm.</think><answer>\n${TEXT}\n</answer>`],
  ['DeepSeek', 'an end mark in full-width signs', `${TEXT}<｜end▁of▁sentence｜>`],
  ['Gemini', 'thoughts in tags', `<thought>Hm.</thought>${TEXT}`],
  [
    'Gemini',
    'a stream with Windows line breaks',
    {
      body: events(delta(TEXT.slice(0, 5)), delta(TEXT.slice(5), 'stop')).replaceAll('\n', '\r\n'),
      type: STREAM_TYPE,
    },
  ],
]

test.each(ANSWERS)('reads the text of %s (%s)', async (_, __, answer) => {
  const sent = typeof answer === 'string' ? { body: completion(answer) } : answer
  const { content, excerpt, message, requests } = await generate(sent)
  expect({ content, excerpt, message }).toEqual({ content: TEXT, excerpt: TEXT, message: undefined })
  expect(requests[0]?.body).toMatchObject({ stream: false })
})

const NOTE = '*The AI provider stopped before this text was complete.*'

test.each<[server: string, Sent]>([
  ['OpenAI', { body: completion(TEXT, {}, 'length') }],
  ['vLLM', { body: completion(`<think>Hm.</think>${TEXT}`, {}, 'max_tokens') }],
  ['Mistral', { body: completion(TEXT, {}, 'model_length') }],
  ['Gemini', { body: completion(TEXT, {}, 'MAX_TOKENS') }],
  ['DeepSeek', { body: completion(TEXT, {}, 'insufficient_system_resource') }],
  ['Ollama', { body: events(delta(TEXT), delta('', 'length')), type: STREAM_TYPE }],
  ['llama.cpp', { body: `data: ${JSON.stringify(delta(TEXT))}\n\n`, type: STREAM_TYPE }],
])('notes at the beginning of a draft that %s did not complete it', async (_, sent) => {
  expect(await generate(sent)).toMatchObject({ content: `${NOTE}\n\n${TEXT}`, excerpt: TEXT })
})

const STOPPED = 'The AI provider stopped before the text was complete.'
const NO_COMPLETION = "The AI provider's response is not a chat completion."

const failure = (status: number, body: unknown): Sent => ({ status, body: JSON.stringify(body) })

const FAILURES: [server: string, Sent, message: string][] = [
  ['OpenAI', { body: completion('<think>Hm', {}, 'length') }, STOPPED],
  ['OpenAI', { body: completion(TEXT, {}, 'content_filter') }, STOPPED],
  ['OpenAI', { body: '', type: STREAM_TYPE }, NO_COMPLETION],
  ['OpenAI', { body: 'data: [DONE]\n\n', type: STREAM_TYPE }, NO_COMPLETION],
  [
    'Azure',
    failure(404, { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } }),
    'The AI provider responded with status 404: The API deployment does not exist.',
  ],
  [
    'Azure',
    failure(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' }),
    'The AI provider requires an API key. Please set OPENAI_API_KEY.',
  ],
  [
    'Ollama',
    failure(404, { error: 'model "llama9" not found,\n try pulling it first' }),
    'The AI provider responded with status 404: model "llama9" not found, try pulling it first',
  ],
  ['Ollama', failure(403, {}), 'The AI provider responded with status 403.'],
  [
    'LM Studio',
    failure(404, { error: 'Model not found. Load a model first.' }),
    'The AI provider responded with status 404: Model not found. Load a model first.',
  ],
  [
    'LM Studio',
    failure(200, { error: 'Unexpected endpoint or method. (POST /chat/completions)' }),
    'The AI provider returned an error instead of text: Unexpected endpoint or method. (POST /chat/completions)',
  ],
  [
    'llama.cpp',
    {
      ...failure(400, { error: { code: 400, message: 'the request exceeds the context' } }),
      type: 'text/plain',
    },
    'The AI provider responded with status 400: the request exceeds the context',
  ],
  [
    'vLLM',
    failure(404, { object: 'error', message: 'The model `x` does not exist.', code: 404 }),
    'The AI provider responded with status 404: The model `x` does not exist.',
  ],
  [
    'vLLM',
    failure(422, { detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] }),
    'The AI provider responded with status 422: Field required',
  ],
  [
    'Mistral',
    failure(422, { object: 'error', message: { detail: [{ msg: 'Value error, wrong role' }] } }),
    'The AI provider responded with status 422: Value error, wrong role',
  ],
  [
    'OpenRouter',
    { body: `: OPENROUTER PROCESSING\n\n${events({ error: { code: 502, message: 'Provider is down' } })}` },
    'The AI provider returned an error instead of text: Provider is down',
  ],
  [
    'a gateway without choices',
    failure(200, { id: 'x', choices: null, detail: 'The upstream model is overloaded' }),
    'The AI provider returned an error instead of text: The upstream model is overloaded',
  ],
  [
    'OpenRouter',
    {
      body: JSON.stringify({
        choices: [{ error: { code: 502, message: 'Provider is down' }, finish_reason: 'error' }],
      }),
    },
    'The AI provider returned an error instead of text: Provider is down',
  ],
  [
    'OpenRouter',
    failure(200, { error: { code: 402, message: 'Insufficient credits' } }),
    "The AI provider's quota is exceeded. Please add credits to your account with the provider.",
  ],
  [
    'DeepSeek',
    failure(402, { error: { message: 'Insufficient Balance', code: 'invalid_request_error' } }),
    "The AI provider's quota is exceeded. Please add credits to your account with the provider.",
  ],
  [
    'Gemini',
    failure(400, [
      { error: { code: 400, message: 'Model not found: models/x', status: 'INVALID_ARGUMENT' } },
    ]),
    'The AI provider responded with status 400: Model not found: models/x',
  ],
]

test.each(FAILURES)('reports the failure of %s: %j', async (_, sent, message) => {
  expect((await generate(sent)).message).toBe(message)
})

test.each([
  [401, 'The AI provider rejected the API key. Please check OPENAI_API_KEY.'],
  [403, 'The AI provider rejected the API key. Please check OPENAI_API_KEY.'],
])('with a key, status %d is about the key', async (status, message) => {
  const sent = failure(status, { error: 'No' })
  expect((await generate(sent, { openaiApiKey: 'sk-local-0123456789' })).message).toBe(message)
})
