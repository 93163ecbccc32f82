import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { SELF_SIGNED } from './certificates.ts'

export type MailServer = {
  port: number
  mails: { to: string[]; isEncrypted: boolean; text: string }[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const server = new SMTPServer({
    ...SELF_SIGNED,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onData: (stream, session, done) => {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, isEncrypted: session.secure, text: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = Promise.withResolvers<number>()
  const socket = server.listen(0, '127.0.0.1', () => {
    const address = socket.address()
    listening.resolve(address !== null && typeof address === 'object' ? address.port : 0)
  })
  return {
    port: await listening.promise,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
