import { SOME_REFUSED } from '#domain/notices.ts'
import type { Config } from '#src/config.ts'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import type { Digest } from './digest.ts'
import type { Send } from './notices.ts'

export type MailSettings = {
  smtpUrl: string
  isTlsRequired: boolean
  from: string
  to: string[]
  siteName: string
}

type Limits = { totalMs: number; stepMs: number }
const LIMITS: Limits = { totalMs: 30_000, stepMs: 10_000 }

const SMTPS_PORT = 465

/** Null when email notices aren't configured. */
export function mailSettings({
  smtpUrl,
  smtpTls,
  notifyEmail,
  notifyFrom,
  siteName,
}: Pick<Config, 'smtpUrl' | 'smtpTls' | 'notifyEmail' | 'notifyFrom' | 'siteName'>): MailSettings | null {
  const [first] = notifyEmail
  if (smtpUrl === undefined || first === undefined) return null
  const isTlsRequired = smtpTls === 'required'
  return { smtpUrl, isTlsRequired, from: notifyFrom ?? first, to: notifyEmail, siteName }
}

/** Plain text. `ca` is trusted in addition to the system's authorities. */
export function createMail(
  { smtpUrl, isTlsRequired, from, to, siteName }: MailSettings,
  { ca, limits = LIMITS }: { ca?: string; limits?: Limits } = {},
): Send {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const pass = decodeURIComponent(url.password)

  return async (digest, signal) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? SMTPS_PORT : 587),
      secure: isSecure,
      requireTLS: isTlsRequired && !isSecure,
      tls: { rejectUnauthorized: isTlsRequired, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      ...(user === '' ? {} : { auth: { user, pass } }),
      connectionTimeout: limits.stepMs,
      greetingTimeout: limits.stepMs,
      socketTimeout: limits.stepMs,
      dnsTimeout: limits.stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const deadline = AbortSignal.timeout(limits.totalMs)
    const sent = transport.sendMail(messageOf(digest, { from, to, siteName }))
    try {
      const { rejected } = await rejectOnAbort(sent, AbortSignal.any([signal, deadline]))
      return rejected.length === 0 ? null : SOME_REFUSED
    } catch (error) {
      if (signal.aborted) return STOPPED
      return deadline.aborted ? TOO_SLOW : sentenceOf(error)
    } finally {
      transport.close()
    }
  }
}

const STOPPED = 'The server was stopped before the email was sent.'
const TOO_SLOW = 'The mail server took too long.'

type Envelope = Pick<MailSettings, 'from' | 'to' | 'siteName'>

function messageOf({ title, lines }: Digest, { from, to, siteName }: Envelope) {
  const text = lines.map(({ text, url }) => (url === null ? text : `${text}\n${url}`)).join('\n\n')
  return {
    from: { name: siteName, address: from },
    to,
    subject: `[${siteName}] ${title}`.slice(0, 200),
    text: `${text}\n\nThis is an automatic notice from ${siteName} about events since the last one.\n`,
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

const SENTENCES: Record<string, string> = {
  EAUTH: 'The mail server refused the sign-in.',
  ENOAUTH: 'The mail server requires sign-in: add the credentials to SMTP_URL.',
  ETLS: 'The mail server offers no trusted encryption.',
  EREQUIRETLS: 'The mail server offers no trusted encryption.',
  ETIMEDOUT: TOO_SLOW,
  EDNS: 'The name of the mail server could not be resolved.',
  ECONNECTION: 'The connection to the mail server failed.',
  ESOCKET: 'The connection to the mail server failed.',
  EPROTOCOL: 'The mail server sent an invalid response.',
}

/** From a closed set: server responses may repeat credentials. */
function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const known = isUntrusted(error) ? SENTENCES.ETLS : SENTENCES[code]
  if (known !== undefined) return known
  return status > 0 ? `The mail server refused the message (${status}).` : 'The email could not be sent.'
}

/** A certificate that isn't trusted, or no TLS where TLS is expected. */
const isUntrusted = (error: unknown) =>
  error instanceof Error &&
  'originalCode' in error &&
  /CERT|VERIFY|^INVALID_|^ERR_(?:TLS|SSL)/.test(String(error.originalCode))
