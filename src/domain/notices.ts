import * as z from 'zod/mini'

/** What the operator is told of. */
export const NOTICE_KINDS = [
  'new_message',
  'backup_failed',
  'update_failed',
  'update_switched_off',
  'new_browser',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const CHANNELS = ['email', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

/** How a webhook is written: for programs, or for the services that show it to people. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'discord', 'ntfy'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** A notice is given up after that. */
export const NOTICE_DAYS = 7

export const NOTICES_PATH = '/api/admin/notices'

/** A way by which notices leave; times are ISO 8601 in UTC. */
export const ChannelState = z.object({
  channel: z.enum(CHANNELS),
  /** The host of the webhook or the recipients of the email. */
  target: z.string(),
  /** How the webhook is written; null for email. */
  format: z.nullable(z.enum(WEBHOOK_FORMATS)),
  lastSentAt: z.nullable(z.string()),
  lastFailedAt: z.nullable(z.string()),
  /** One sentence on why the last attempt failed; null when it didn't. */
  failure: z.nullable(z.string()),
  /** How many notices are still to be sent. */
  waiting: z.number(),
})
export type ChannelState = z.infer<typeof ChannelState>

/** How a test notice went; `failure` is null where it was sent. */
export const NoticeTest = z.object({ channel: z.enum(CHANNELS), failure: z.nullable(z.string()) })
export type NoticeTest = z.infer<typeof NoticeTest>
