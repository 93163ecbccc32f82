import { createHmac } from 'node:crypto'
import type { WebhookFormat } from '#domain/notices.ts'
import type { PublicPost } from '#src/lib/public-fetch/public-post.ts'
import type { Digest } from './digest.ts'
import type { Send } from './notices.ts'

type Options = {
  url: string
  format: WebhookFormat
  secret: string | undefined
  siteName: string
  adminUrl: string | null
  post: PublicPost
  now: () => Date
}

const SLACK_HOSTS = /^hooks\.slack(?:-gov)?\.com$/
const DISCORD_HOSTS = /(?:^|\.)discord(?:app)?\.com$/
const DISCORD_PATHS = /^\/api(?:\/v\d+)?\/webhooks\//

/** By address; JSON for unknown services. Discord also takes messages for Slack. */
export function formatFor(url: string): WebhookFormat {
  const { hostname, pathname } = new URL(url)
  if (SLACK_HOSTS.test(hostname)) return 'slack'
  if (DISCORD_HOSTS.test(hostname) && DISCORD_PATHS.test(pathname))
    return /\/slack\/?$/.test(pathname) ? 'slack' : 'discord'
  return hostname === 'ntfy.sh' ? 'ntfy' : 'json'
}

/** Signed if there is a secret. Redirects count as failures. */
export function createWebhook({ url, format, secret, siteName, adminUrl, post, now }: Options): Send {
  return async (digest, signal) => {
    const { type, body } = bodyOf(format, digest, { siteName, adminUrl, now })
    const bytes = new TextEncoder().encode(body)
    const headers: Record<string, string> = { 'content-type': type }
    if (secret !== undefined) {
      headers['x-signature-256'] = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
    }
    const outcome = await post(url, { headers, body: bytes }, signal)
    if (outcome.kind === 'failure') return outcome.reason.replaceAll('website', 'webhook')
    const { status } = outcome
    if (status >= 200 && status < 300) return null
    if (status >= 300 && status < 400) return 'The webhook redirects; redirects are not followed.'
    return `The webhook responded with HTTP ${status}.`
  }
}

type About = Pick<Options, 'siteName' | 'adminUrl' | 'now'>

function bodyOf(format: WebhookFormat, digest: Digest, { siteName, adminUrl, now }: About) {
  const text = textOf(digest, siteName)
  switch (format) {
    case 'slack':
      return { type: JSON_TYPE, body: JSON.stringify({ text: escapeForSlack(text), mrkdwn: false }) }
    case 'discord':
      return {
        type: JSON_TYPE,
        body: JSON.stringify({ content: text.slice(0, DISCORD_LENGTH_MAX), allowed_mentions: { parse: [] } }),
      }
    case 'ntfy':
      return { type: 'text/plain; charset=utf-8', body: text }
    case 'json': {
      const { id, title, lines } = digest
      const about = { id, site: siteName, sentAt: now().toISOString(), title, lines, adminUrl }
      return { type: JSON_TYPE, body: JSON.stringify(about) }
    }
  }
}

const JSON_TYPE = 'application/json'
const DISCORD_LENGTH_MAX = 2_000

const textOf = ({ lines }: Digest, siteName: string) =>
  [siteName, ...lines.map(({ text, url }) => (url === null ? text : `${text}\n${url}`))].join('\n')

/** Slack would interpret <!channel> and links, and Discord @everyone, which a zero-width space prevents. */
const escapeForSlack = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=everyone|here)/g, '@\u200b')
