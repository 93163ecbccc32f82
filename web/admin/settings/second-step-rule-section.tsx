import { useId } from 'react'
import { GRACE_DAYS } from '#domain/second-step.ts'
import { ACCOUNT_PATH } from '#web/admin/account/query-keys.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { Switch } from '#web/ui/switch.tsx'
import { SettingsSection } from './settings-section.tsx'

const RULE_PATH = '/api/admin/second-step'

export function SecondStepRuleSection() {
  const noteId = useId()
  const query = useAdminQuery(RULE_PATH)
  const change = useAdminMutation({
    run: (isRequired: boolean) => callAdmin('PUT', RULE_PATH, { body: { isRequired } }),
    success: 'Second-step requirement updated',
    failure: 'The second-step requirement could not be changed',
    refreshes: [[RULE_PATH], [ACCOUNT_PATH]],
  })
  const fixed = query.data?.isFixed ? 'Set by REQUIRE_SECOND_STEP' : null
  const reason = readDenialReason('users.write') ?? fixed

  return (
    <SettingsSection id="second-step-title" title="Second Step">
      <Loaded query={query} failure="The setting could not be loaded">
        {({ isRequired }) => (
          <div className="rounded-card border border-border bg-surface p-4">
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the switch */}
            <label className="flex min-h-10 items-center gap-2.5">
              Require a second step for every administrator
              <Switch
                className="ml-auto"
                checked={isRequired}
                aria-describedby={noteId}
                aria-disabled={reason !== null || change.isPending}
                onChange={({ target: { checked } }) => reason === null && change.mutate(checked)}
              />
            </label>
            <p id={noteId} className="max-w-[68ch] text-muted text-sm">
              {reason && `${reason}. `}
              Administrators without one have {GRACE_DAYS} days to set it up. After that, they can’t do
              anything else until they do.
            </p>
          </div>
        )}
      </Loaded>
    </SettingsSection>
  )
}
