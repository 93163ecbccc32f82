import { useId } from 'react'
import { GRACE_DAYS } from '#domain/second-step.ts'
import { ACCOUNT_PATH } from '#web/admin/account/query-keys.ts'
import { callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { Switch } from '#web/ui/switch.tsx'

const RULE_PATH = '/api/admin/second-step'

export function SecondStepRuleSection() {
  const headingId = useId()
  const noteId = useId()
  const denialReason = readDenialReason('users.write')
  const { data: rule, error, isPending, isError, refetch } = useAdminQuery(RULE_PATH)
  const change = useAdminMutation({
    run: (isRequired: boolean) => callAdmin('PUT', '/api/admin/second-step', { body: { isRequired } }),
    success: 'Second-step requirement updated',
    failure: 'The second-step requirement could not be changed',
    refreshes: [[RULE_PATH], [ACCOUNT_PATH]],
  })
  const reason = denialReason ?? (rule?.isFixed ? 'Set by REQUIRE_SECOND_STEP' : null)

  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        Second step
      </h2>
      {isPending && <LoadingRows count={1} />}
      {isError && (
        <FailedState message={messageOf(error, 'The setting could not be loaded')} onRetry={refetch} />
      )}
      {rule && (
        <div className="rounded-card border border-border bg-surface p-4">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the switch */}
          <label className="flex min-h-10 items-center gap-2.5">
            Require a second step for every administrator
            <Switch
              className="ml-auto"
              checked={rule.isRequired}
              aria-describedby={noteId}
              aria-disabled={reason !== null || change.isPending}
              onChange={({ target: { checked } }) => reason === null && change.mutate(checked)}
            />
          </label>
          <p id={noteId} className="max-w-[68ch] text-muted text-sm">
            {reason && `${reason}. `}
            Administrators without one have {GRACE_DAYS} days to set it up. After that, they can’t do anything
            else until they do.
          </p>
        </div>
      )}
    </section>
  )
}
