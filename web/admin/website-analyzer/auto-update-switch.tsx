import { useState } from 'react'
import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { DisabledReason } from '#web/admin/disabled-reason.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { Switch } from '#web/ui/switch.tsx'
import { REFRESHES } from './queries.ts'

type Props = { analysis: Analysis; name: string; tabIndex: 0 | -1 }

export function AutoUpdateSwitch({ analysis: { id, autoUpdate }, name, tabIndex }: Props) {
  /** The requested state until the list confirms it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useAdminMutation({
    run: (isWanted: boolean) =>
      callAdmin('PATCH', `${ANALYZER_PATH}/analysis/:id/auto-update`, {
        params: { id },
        body: { autoUpdate: isWanted },
      }),
    success: (changed) =>
      changed.autoUpdate
        ? {
            title: 'Auto-Update Enabled',
            description: 'This website will be analyzed daily automatically.',
          }
        : {
            title: 'Auto-Update Disabled',
            description: 'Automatic daily analysis has been disabled.',
          },
    failure: 'Update Failed',
    refreshes: REFRESHES,
  })
  const disabledReason = readDenialReason('analyses.write')
  const shown = {
    'aria-label': `Auto-update daily: ${name}`,
    tabIndex,
    checked: wanted ?? autoUpdate,
  }
  if (disabledReason !== null) {
    return (
      <DisabledReason reason={disabledReason}>
        {(describedBy) => <Switch {...shown} aria-disabled aria-describedby={describedBy} readOnly />}
      </DisabledReason>
    )
  }
  return (
    <Switch
      {...shown}
      title="Auto-update daily"
      onChange={({ target: { checked } }) => {
        setWanted(checked)
        change.mutate(checked, { onSettled: () => setWanted(null) })
      }}
    />
  )
}
