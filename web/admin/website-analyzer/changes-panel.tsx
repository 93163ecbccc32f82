import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisChanges, type AnalysisRun } from '#domain/analyses.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { EmptyState } from '#web/ui/data-states.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { ChangesTables } from './changes-tables.tsx'
import { REFETCH_ON_OPEN, useRuns } from './queries.ts'

/** Keywords gained and lost since an earlier run. */
export function ChangesPanel({ analysis: { id, autoUpdate } }: { analysis: Analysis }) {
  const runs = useRuns(id)
  return (
    <Loaded query={runs} failure="The history could not be loaded" rows={4} height="h-10">
      {(runs) => {
        const [, ...earlier] = runs.filter(({ status }) => status === 'completed')
        if (earlier.length > 0) return <Comparison id={id} earlier={earlier} />
        return (
          <EmptyState title="Nothing to compare with yet">
            Changes appear after the second successful analysis.{' '}
            {autoUpdate
              ? 'This website is analyzed again each day.'
              : 'Choose “Analyze Again”, or turn on “Auto-update daily”.'}
          </EmptyState>
        )
      }}
    </Loaded>
  )
}

function Comparison({ id, earlier }: { id: number; earlier: AnalysisRun[] }) {
  const [since, setSince] = useState(String(earlier[0]?.id))
  const changes = useAdminQuery(`${ANALYZER_PATH}/analysis/:id/changes`, {
    params: { id },
    query: { since },
    placeholderData: keepPreviousData,
    ...REFETCH_ON_OPEN,
  })
  return (
    <div className="space-y-6">
      <div className="max-w-sm">
        <SelectField
          label="Compare with"
          options={earlier.map(({ id, at }) => ({ value: String(id), label: showMoment(at) }))}
          value={since}
          onChange={setSince}
        />
      </div>
      <Loaded query={changes} failure="The changes could not be loaded" rows={4} height="h-10">
        {(changes) => <Changes changes={changes} />}
      </Loaded>
    </div>
  )
}

function Changes({ changes: { isRankedAlike, gained, lost, moved } }: { changes: AnalysisChanges }) {
  if (gained.length + lost.length + moved.length === 0) {
    return (
      <EmptyState title="No changes">
        The keywords are the same, and none moved up or down significantly.
      </EmptyState>
    )
  }
  return (
    <>
      {!isRankedAlike && (
        <Remark>
          Passwright has been upgraded since then and may rank keywords differently: some of these changes may
          not come from the page.
        </Remark>
      )}
      <ChangesTables gained={gained} lost={lost} moved={moved} />
    </>
  )
}
