import { type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import { messageOf } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useRuns } from './queries.ts'

/** Failed runs have no counts. */
const figure = ({ status }: AnalysisRun, value: number | null) =>
  status === 'failed' || value === null ? '–' : value.toLocaleString()

const columns: Column<AnalysisRun>[] = [
  {
    title: 'When',
    show: ({ at }) => (
      <time dateTime={at} className="inline-block min-w-24 text-balance sm:whitespace-nowrap">
        {showMoment(at)}
      </time>
    ),
  },
  { title: 'Result', show: (run) => <Result run={run} /> },
  { title: 'Keywords', isNumber: true, isExtra: true, show: (run) => figure(run, run.totalKeywords) },
  { title: 'Headings', isNumber: true, isExtra: true, show: (run) => figure(run, run.totalHeadings) },
  { title: 'Words', isNumber: true, isExtra: true, show: (run) => figure(run, run.wordCount) },
  {
    title: 'Response (ms)',
    isNumber: true,
    isExtra: true,
    show: (run) => figure(run, run.responseMilliseconds),
  },
]

function Result({ run: { status, totalKeywords, errorMessage } }: { run: AnalysisRun }) {
  if (status === 'completed') {
    return (
      <>
        <Badge look="good">Completed</Badge>
        <p className="mt-1 text-muted sm:hidden">{totalKeywords.toLocaleString()} keywords</p>
      </>
    )
  }
  return (
    <div className="sm:min-w-56">
      <Badge look="weak">Failed</Badge>
      {errorMessage && <p className="wrap-anywhere mt-1 text-muted">{errorMessage}</p>}
    </div>
  )
}

export function RunsPanel({ id }: { id: number }) {
  const { data, error, isPending, isError, refetch } = useRuns(id)
  if (isPending) return <LoadingRows count={4} height="h-10" />
  if (isError) {
    return <FailedState message={messageOf(error, 'The history could not be loaded')} onRetry={refetch} />
  }
  if (data.length === 0) return <EmptyState title="No history yet" />
  return (
    <div className="space-y-3">
      <Table caption="History" columns={columns} rows={data} keyOf={(run) => run.id} />
      {data.length >= RUNS_KEPT && (
        <p className="text-muted text-sm">The last {RUNS_KEPT} analyses are kept.</p>
      )}
    </div>
  )
}
