import { adminOrigin, type Config } from '#src/config.ts'
import type { PublicPost } from '#src/lib/public-fetch/public-post.ts'
import { createMail, mailSettings } from './email.ts'
import type { Sender } from './notices.ts'
import { createWebhook, formatFor } from './webhook.ts'

const MINUTE_MS = 60_000

const MAIL_PAUSE_MS = 15 * MINUTE_MS
const WEBHOOK_PAUSE_MS = MINUTE_MS

/** Null when the settings don't include a public address. */
export const adminUrlOf = (config: Config): string | null => adminOrigin(config) ?? config.siteUrl ?? null

export function createSenders(
  config: Config,
  { post, now }: { post: PublicPost; now: () => Date },
): Sender[] {
  const mail = mailSettings(config)
  const { webhookUrl: url, webhookSecret: secret, siteName } = config
  const senders: Sender[] = []
  if (mail) {
    const target = mail.to.join(', ')
    senders.push({ channel: 'email', target, format: null, pauseMs: MAIL_PAUSE_MS, send: createMail(mail) })
  }
  if (url !== undefined) {
    const format = config.webhookFormat ?? formatFor(url)
    const send = createWebhook({ url, format, secret, siteName, adminUrl: adminUrlOf(config), post, now })
    const target = new URL(url).host
    senders.push({ channel: 'webhook', target, format, pauseMs: WEBHOOK_PAUSE_MS, send })
  }
  return senders
}
