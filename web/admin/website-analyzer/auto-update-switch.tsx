import { useState } from 'react'
import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { refusalOf } from '#web/admin/permissions.ts'
import { Switch } from '#web/ui/switch.tsx'
import { REFRESHES } from './queries.ts'

type Props = { analysis: Analysis; name: string; tabIndex: 0 | -1 }

export function AutoUpdateSwitch({ analysis: { id, autoUpdate }, name, tabIndex }: Props) {
  /** What was asked for last, until the list tells what came of it. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useAdminChange({
    run: (isWanted: boolean) =>
      callAdmin<Analysis>('PATCH', `${ANALYZER_PATH}/analysis/${id}/auto-update`, { autoUpdate: isWanted }),
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
  const refusal = refusalOf('analyses.write')
  return (
    <Switch
      aria-label={`Auto-update daily: ${name}`}
      aria-disabled={refusal !== null}
      title={refusal ?? 'Auto-update daily'}
      tabIndex={tabIndex}
      checked={wanted ?? autoUpdate}
      onChange={({ target: { checked } }) => {
        if (refusal !== null) return
        setWanted(checked)
        change.mutate(checked, { onSettled: () => setWanted(null) })
      }}
    />
  )
}
