import { AI_FAILURE_MS, callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { SettingsCard, SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PROVIDER_SETUP } from './provider-setup.ts'

/** The AI provider and a connection test. Never shows its key. */
export function ProviderCard() {
  const query = useAdminQuery('/api/admin/ai-provider')
  const test = useAdminMutation({
    run: () => callAdmin('POST', '/api/admin/ai-provider/test'),
    success: 'The AI provider responded',
    failure: 'The AI provider did not respond',
    failureMs: AI_FAILURE_MS,
    refreshes: [],
  })
  const buttonFor = (isConfigured: boolean) => (
    <GuardedButton
      permission="ai.use"
      onClick={() => test.mutate(undefined)}
      disabled={!isConfigured || test.isPending}
    >
      {test.isPending ? 'Testing…' : 'Test connection'}
    </GuardedButton>
  )

  return (
    <SettingsSection id="provider-title" title="AI Provider">
      <Loaded query={query} failure="The AI provider could not be loaded">
        {({ configured, host, model }) => (
          <SettingsCard actions={buttonFor(configured)}>
            <Badge look={configured ? 'good' : 'plain'}>{configured ? 'Configured' : 'Not configured'}</Badge>
            {configured ? (
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
                <dt className="text-muted">Host</dt>
                <dd className="break-all font-mono">{host}</dd>
                <dt className="text-muted">Model</dt>
                <dd className="break-all font-mono">{model}</dd>
              </dl>
            ) : (
              <p className="text-muted text-sm">{PROVIDER_SETUP}</p>
            )}
          </SettingsCard>
        )}
      </Loaded>
    </SettingsSection>
  )
}
