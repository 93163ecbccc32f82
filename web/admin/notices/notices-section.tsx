import { type ChannelState, NOTICES_PATH, type WebhookFormat } from '#domain/notices.ts'
import { AI_FAILURE_MS, callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { SettingsCard, SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { testToast } from './test-toast.ts'

export function NoticesSection() {
  const query = useAdminQuery(NOTICES_PATH)
  const test = useAdminMutation({
    run: () => callAdmin('POST', `${NOTICES_PATH}/test`),
    success: testToast,
    failure: 'The test notice was not sent',
    failureMs: AI_FAILURE_MS,
    refreshes: [[NOTICES_PATH]],
  })
  const button = (
    <GuardedButton permission="notices.test" onClick={() => test.mutate(undefined)} disabled={test.isPending}>
      {test.isPending ? 'Sending…' : 'Send a test notice'}
    </GuardedButton>
  )

  return (
    <SettingsSection id="notices-title" title="Notices">
      <Loaded query={query} failure="The notices could not be loaded">
        {(channels) => (
          <SettingsCard actions={channels.length > 0 && button}>
            {channels.length === 0 ? (
              <p className="text-muted text-sm">
                Start the server with SMTP_URL and NOTIFY_EMAIL, or with WEBHOOK_URL, to get notices of new
                messages, failed backups and updates, and sign-ins from new browsers.
              </p>
            ) : (
              <ul className="space-y-4">
                {channels.map((channel) => (
                  <ChannelItem key={channel.channel} channel={channel} />
                ))}
              </ul>
            )}
          </SettingsCard>
        )}
      </Loaded>
    </SettingsSection>
  )
}

const FORMATS: Record<WebhookFormat, string> = {
  json: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  ntfy: 'ntfy',
}

const nameOf = ({ format }: Pick<ChannelState, 'format'>) => (format === null ? 'Email' : FORMATS[format])

function ChannelItem({ channel }: { channel: ChannelState }) {
  const { target, lastSentAt, lastFailedAt, failure, waiting } = channel
  return (
    <li className="space-y-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look={failure === null ? 'good' : 'weak'}>{nameOf(channel)}</Badge>
        <span className="break-all font-mono">{target}</span>
      </p>
      <p className="text-muted">
        Last notice: {lastSentAt === null ? 'none yet' : <RelativeTime at={lastSentAt} />}
        {waiting > 0 && ` · ${waiting.toLocaleString()} waiting`}
      </p>
      {failure !== null && (
        <p>
          Last attempt{lastFailedAt !== null && <RelativeTime at={lastFailedAt} className="ml-1" />}:{' '}
          {failure}
        </p>
      )}
    </li>
  )
}
