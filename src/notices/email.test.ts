import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { SELF_SIGNED } from '#src/testing/certificates.ts'
import { startMailServer } from '#src/testing/mail-server.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createMail, type MailSettings } from './email.ts'

const DIGEST = {
  id: '1-3',
  title: '2 new messages, a backup failed',
  lines: [
    { text: '2 new messages', url: 'https://example.com/admin/dashboard?tab=contacts' },
    { text: 'A backup failed', url: null },
  ],
}

const never = new AbortController().signal

const settings = (port: number, changes: Partial<MailSettings> = {}): MailSettings => ({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  isTlsRequired: true,
  from: 'site@example.com',
  to: ['ops@example.com', 'ada@example.com'],
  siteName: 'Key & Co',
  ...changes,
})

const limits = { totalMs: WAIT_MS, stepMs: WAIT_MS }
const trusting = { ca: SELF_SIGNED.cert, limits }
const hasty = { ...trusting, limits: { totalMs: 150, stepMs: 100 } }

test.concurrent("signs in with the URL's credentials, and never shows them", async () => {
  await using server = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      username === 'me@example.com' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(new Error(`${username} and ${password} are wrong`)),
  })
  const at = `127.0.0.1:${server.port}`
  const right = settings(0, { smtpUrl: `smtp://me%40example.com:p%40ss%3Aword@${at}` })
  expect(await createMail(right, trusting)(DIGEST, never)).toBeNull()
  const wrong = settings(0, { smtpUrl: `smtp://me%40example.com:hunter2@${at}` })
  expect(await createMail(wrong, trusting)(DIGEST, never)).toBe('The mail server refused the sign-in.')
})

test.concurrent('sends nothing without STARTTLS, unless encryption is optional', async () => {
  await using server = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'] })
  expect(await createMail(settings(server.port), trusting)(DIGEST, never)).toBe(
    'The mail server offers no trusted encryption.',
  )
  expect(server.mails).toEqual([])
  expect(
    await createMail(settings(server.port, { isTlsRequired: false }), { limits })(DIGEST, never),
  ).toBeNull()
  expect(server.mails).toMatchObject([{ isEncrypted: false }])
})

test.concurrent('an smtps address of a server without TLS has no trusted encryption', async () => {
  using server = await startSocket((socket) => socket.end('220 hello\r\n'))
  const smtpUrl = `smtps://127.0.0.1:${server.port}`
  expect(await createMail(settings(0, { smtpUrl }), { limits })(DIGEST, never)).toBe(
    'The mail server offers no trusted encryption.',
  )
})

test.concurrent("links follow their lines, and a title can't end a header", async () => {
  await using server = await startMailServer()
  const title = 'Hello\r\nBcc: mallory@example.com\r\n\r\n<b>'
  const siteName = 'Key\r\nX-Evil: 1'
  const mail = createMail(settings(server.port, { siteName }), trusting)
  expect(await mail({ ...DIGEST, title }, never)).toBeNull()
  expect(server.mails[0]?.to).toEqual(['ops@example.com', 'ada@example.com'])
  expect(server.mails[0]?.text).toContain(
    '2 new messages\r\nhttps://example.com/admin/dashboard?tab=contacts\r\n',
  )
  const [head = ''] = server.mails[0]?.text.split('\r\n\r\n') ?? []
  expect(head).not.toMatch(/^(?:bcc|x-evil):/im)
})

test.concurrent("reports a response code without the server's text", async () => {
  const refuse = Object.assign(new Error('secret words'), { responseCode: 451 })
  await using server = await startMailServer({ onRcptTo: (_, __, done) => done(refuse) })
  expect(await createMail(settings(server.port), trusting)(DIGEST, never)).toBe(
    'The mail server refused the message (451).',
  )
})

async function startSocket(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const CONNECTION_FAILED = 'The connection to the mail server failed.'
const INVALID = 'The mail server sent an invalid response.'

type OnConnection = (socket: Socket) => void

test.concurrent.each<[name: string, onConnection: OnConnection, sentence: string]>([
  ['drops the connection', (socket) => socket.destroy(), CONNECTION_FAILED],
  ['drops it after its greeting', (socket) => socket.end('220 hello\r\n'), CONNECTION_FAILED],
  ['speaks another language', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), INVALID],
])('fails with a message if the server %s', async (_, onConnection, sentence) => {
  using server = await startSocket(onConnection)
  expect(await createMail(settings(server.port), trusting)(DIGEST, never)).toBe(sentence)
})

test.concurrent.each<[name: string, onConnection: OnConnection]>([
  ['says nothing', () => undefined],
  [
    'never ends its greeting',
    (socket) => {
      const timer = setInterval(() => socket.write('220-hello\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
])('times out if the server %s', async (_, onConnection) => {
  using server = await startSocket(onConnection)
  const failure = await createMail(settings(server.port), hasty)(DIGEST, never)
  expect(failure).toBe('The mail server took too long.')
})

test.concurrent('a refused connection is a failure', async () => {
  const { port } = await startMailServer().then(async (server) => {
    await server[Symbol.asyncDispose]()
    return server
  })
  expect(await createMail(settings(port), trusting)(DIGEST, never)).toBe(CONNECTION_FAILED)
})

test.concurrent('stopping the server aborts an email being sent', async () => {
  using server = await startSocket(() => undefined)
  const ended = new AbortController()
  const sent = createMail(settings(server.port), trusting)(DIGEST, ended.signal)
  ended.abort()
  expect(await sent).toBe('The server was stopped before the email was sent.')
})
