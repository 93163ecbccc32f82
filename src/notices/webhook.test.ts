import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { createPublicPost } from '#src/lib/public-fetch/public-post.ts'
import { NOON } from '#src/testing/test-app.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createWebhook, formatFor } from './webhook.ts'

const never = new AbortController().signal
const SECRET = 'a secret of the receiver'

const DIGEST = {
  id: '4-7',
  title: '3 new messages',
  lines: [{ text: '3 new messages', url: 'https://example.com/admin/dashboard?tab=contacts' }],
}

type Received = { method: string; headers: Record<string, string>; body: string }

function startReceiver(
  answer: (request: Request) => Response | Promise<Response> = () => new Response('ok'),
) {
  const received: Received[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const { method, headers } = request
      received.push({ method, headers: Object.fromEntries(headers), body: await request.text() })
      return answer(request)
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook?key=s3cret`,
    received,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

type Changes = Partial<Parameters<typeof createWebhook>[0]>

const post = (allowPrivate: boolean, totalMs = WAIT_MS) =>
  createPublicPost({ allowPrivate, userAgent: 'Passwright/1', totalMs })

const webhook = (url: string, changes: Changes = {}) =>
  createWebhook({
    url,
    format: 'json',
    secret: undefined,
    siteName: 'Key & <!channel> Co',
    adminUrl: 'https://example.com',
    post: post(true),
    now: () => NOON,
    ...changes,
  })

test('posts JSON, signed over the exact bytes', async () => {
  await using receiver = startReceiver()
  expect(await webhook(receiver.url, { secret: SECRET })(DIGEST, never)).toBeNull()
  const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = receiver.received
  expect(method).toBe('POST')
  expect(headers['content-type']).toBe('application/json')
  expect(headers['user-agent']).toBe('Passwright/1')
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  expect(headers['x-signature-256']).toBe(`sha256=${signature}`)
  expect(JSON.parse(body)).toEqual({
    ...DIGEST,
    site: 'Key & <!channel> Co',
    sentAt: NOON.toISOString(),
    adminUrl: 'https://example.com',
  })
})

test('without a secret, posts are not signed', async () => {
  await using receiver = startReceiver()
  await webhook(receiver.url)(DIGEST, never)
  expect(receiver.received[0]?.headers['x-signature-256']).toBeUndefined()
})

test('formats posts for Slack, Discord and ntfy, without mentions', async () => {
  await using receiver = startReceiver()
  const title = DIGEST.lines[0]?.url
  await webhook(receiver.url, { format: 'slack' })(DIGEST, never)
  await webhook(receiver.url, { format: 'discord', siteName: `@everyone ${'x'.repeat(3000)}` })(DIGEST, never)
  await webhook(receiver.url, { format: 'ntfy' })(DIGEST, never)
  const [slack, discord, ntfy] = receiver.received
  expect(JSON.parse(slack?.body ?? '')).toEqual({
    text: `Key &amp; &lt;!channel&gt; Co\n3 new messages\n${title}`,
    mrkdwn: false,
  })
  const { content, ...rest } = JSON.parse(discord?.body ?? '')
  expect(content.length).toBe(2_000)
  expect(rest).toEqual({ allowed_mentions: { parse: [] } })
  expect(ntfy).toMatchObject({
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `Key & <!channel> Co\n3 new messages\n${title}`,
  })
})

test.each([
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://canary.discord.com/api/webhooks/1/x', 'discord'],
  ['https://hooks.slack-gov.com/services/T/B/x', 'slack'],
  ['https://discord.com/api/v10/webhooks/1/x', 'discord'],
  ['https://discordapp.com/api/v6/webhooks/1/x?wait=true', 'discord'],
  ['https://discord.com/api/webhooks/1/x/slack', 'slack'],
  ['https://ptb.discord.com/api/v10/webhooks/1/x/slack/?wait=true', 'slack'],
  ['https://discord.com/api/webhooks/1/slack-x', 'discord'],
  ['https://discord.com/api/v10/users/1', 'json'],
  ['https://hooks.slack-gov.com.example/x', 'json'],
  ['https://discord.com/other', 'json'],
  ['https://notdiscord.com/api/webhooks/1/x', 'json'],
  ['https://ntfy.sh/topic', 'ntfy'],
  ['https://hooks.slack.com.example/x', 'json'],
])('detects that %s uses %s', (url, format) => {
  expect(String(formatFor(url))).toBe(format)
})

test.each([
  [500, 'The webhook responded with HTTP 500.'],
  [404, 'The webhook responded with HTTP 404.'],
  [302, 'The webhook redirects; redirects are not followed.'],
])('status %d is a failure', async (status, sentence) => {
  const headers = { location: 'http://127.0.0.1:1/admin' }
  await using receiver = startReceiver(() => new Response('no', { status, headers }))
  expect(await webhook(receiver.url)(DIGEST, never)).toBe(sentence)
  expect(receiver.received.length).toBe(1)
})

test('a webhook that never responds times out', async () => {
  await using receiver = startReceiver(() => new Promise<Response>(() => undefined))
  expect(await webhook(receiver.url, { post: post(true, 50) })(DIGEST, never)).toBe(
    'Timed out: the webhook took too long to respond.',
  )
})

test("doesn't read an endless response", async () => {
  let taken = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken += 1
        controller.enqueue(new Uint8Array(65_536))
      },
    })
  await using receiver = startReceiver(() => new Response(endless()))
  expect(await webhook(receiver.url)(DIGEST, never)).toBeNull()
  expect(taken).toBeLessThan(200)
})

test.each(['http://127.0.0.1:80/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/'])(
  "doesn't contact %s unless private addresses are allowed",
  async (url) => {
    expect(await webhook(url, { post: post(false) })(DIGEST, never)).toBe(
      'Address not allowed: it does not belong to a public webhook.',
    )
  },
)

test("doesn't contact a host name that resolves to a private address", async () => {
  const lookup = async () => [{ address: '203.0.113.9' }, { address: '127.0.0.1' }]
  const guarded = createPublicPost({ allowPrivate: false, userAgent: 'Passwright/1', lookup })
  expect(await webhook('https://hooks.example.com/', { post: guarded })(DIGEST, never)).toBe(
    'Address not allowed: it does not belong to a public webhook.',
  )
})
