import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisChanges, type AnalysisRun } from '#domain/analyses.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { Field } from '#web/ui/field.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { GainedTable, LostTable, MovedTable } from './changes-tables.tsx'
import { REFETCH_ON_OPEN, useRuns } from './queries.ts'

/** Keywords gained and lost since an earlier run. */
export function ChangesPanel({ analysis: { id, autoUpdate } }: { analysis: Analysis }) {
  const runs = useRuns(id)
  if (runs.isPending) return <LoadingRows count={4} height="h-10" />
  if (runs.isError) {
    return (
      <FailedState
        message={messageOf(runs.error, 'The history could not be loaded')}
        onRetry={runs.refetch}
      />
    )
  }
  const [, ...earlier] = runs.data.filter(({ status }) => status === 'completed')
  if (earlier.length === 0) {
    return (
      <EmptyState title="Nothing to compare with yet">
        Changes appear after the second successful analysis.{' '}
        {autoUpdate
          ? 'This website is analyzed again each day.'
          : 'Choose “Analyze Again”, or turn on “Auto-update daily”.'}
      </EmptyState>
    )
  }
  return <Comparison id={id} earlier={earlier} />
}

function Comparison({ id, earlier }: { id: number; earlier: AnalysisRun[] }) {
  const [since, setSince] = useState(String(earlier[0]?.id))
  const { data, error, isPending, isError, refetch } = useAdminQuery(
    `${ANALYZER_PATH}/analysis/:id/changes`,
    {
      params: { id },
      query: { since },
      placeholderData: keepPreviousData,
      ...REFETCH_ON_OPEN,
    },
  )
  return (
    <div className="space-y-6">
      <div className="max-w-sm">
        <Field label="Compare with">
          {(control) => (
            <select
              {...control}
              className={`${control.className} min-h-11`}
              value={since}
              onChange={(event) => setSince(event.target.value)}
            >
              {earlier.map(({ id, at }) => (
                <option key={id} value={id}>
                  {showMoment(at)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {isPending && <LoadingRows count={4} height="h-10" />}
      {isError && (
        <FailedState message={messageOf(error, 'The changes could not be loaded')} onRetry={refetch} />
      )}
      {data && <Changes changes={data} />}
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
      <GainedTable rows={gained} />
      <LostTable rows={lost} />
      <MovedTable rows={moved} />
    </>
  )
}
