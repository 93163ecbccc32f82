import * as z from 'zod/mini'

const NOTICE_KINDS = [
  'new_message',
  'backup_failed',
  'update_failed',
  'update_switched_off',
  'new_browser',
  'post_not_published',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const CHANNELS = ['email', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

export const WEBHOOK_FORMATS = ['json', 'slack', 'discord', 'ntfy'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const NOTICE_DAYS = 7

export const NOTICES_PATH = '/api/admin/notices'

export const ChannelState = z.object({
  channel: z.enum(CHANNELS),
  target: z.string(),
  format: z.nullable(z.enum(WEBHOOK_FORMATS)),
  lastSentAt: z.nullable(z.string()),
  lastFailedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  waiting: z.number(),
})
export type ChannelState = z.infer<typeof ChannelState>

/** For a digest that isn't sent again, because others would get it twice. */
export const SOME_REFUSED = 'The mail server refused some recipients; the others got the email.'

/** `failure` is null if the test notice was sent. */
export const NoticeTest = z.object({ channel: z.enum(CHANNELS), failure: z.nullable(z.string()) })
export type NoticeTest = z.infer<typeof NoticeTest>
