import { useState } from 'react'
import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import { REFRESHES } from './queries.ts'

export function AutoUpdateSwitch({ analysis: { id, autoUpdate } }: { analysis: Analysis }) {
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
  return (
    <SwitchRow
      label="Auto-update daily"
      isOn={wanted ?? autoUpdate}
      onChange={(isWanted) => {
        setWanted(isWanted)
        change.mutate(isWanted, { onSettled: () => setWanted(null) })
      }}
    />
  )
}
