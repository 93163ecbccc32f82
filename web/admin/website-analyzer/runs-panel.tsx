import { type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { useRuns } from './queries.ts'

/** Failed runs have no counts. */
const figure = ({ status }: AnalysisRun, value: number | null) =>
  status === 'failed' || value === null ? '–' : value.toLocaleString()

const columns: Column<AnalysisRun>[] = [
  {
    title: 'When',
    width: 8,
    show: ({ at }) => (
      <time dateTime={at} className="inline-block min-w-20 text-balance">
        {showMoment(at)}
      </time>
    ),
  },
  { title: 'Result', width: 15.5, show: (run) => <Result run={run} /> },
  { title: 'Keywords', isNumber: true, width: 6.5, hides: 4, show: (run) => figure(run, run.totalKeywords) },
  { title: 'Headings', isNumber: true, width: 6.5, hides: 2, show: (run) => figure(run, run.totalHeadings) },
  { title: 'Words', isNumber: true, width: 6, hides: 3, show: (run) => figure(run, run.wordCount) },
  {
    title: 'Response (ms)',
    isNumber: true,
    width: 8.5,
    hides: 1,
    show: (run) => figure(run, run.responseMilliseconds),
  },
]

function Result({ run: { status, totalKeywords, errorMessage } }: { run: AnalysisRun }) {
  if (status === 'completed') {
    return (
      <>
        <Badge look="good">Completed</Badge>
        <p className="mt-1 text-muted @min-[30rem]:hidden">{totalKeywords.toLocaleString()} keywords</p>
      </>
    )
  }
  return (
    <div className="@min-[30rem]:min-w-56">
      <Badge look="weak">Failed</Badge>
      {errorMessage && <p className="wrap-anywhere mt-1 text-muted">{errorMessage}</p>}
    </div>
  )
}

export function RunsPanel({ id }: { id: number }) {
  const runs = useRuns(id)
  return (
    <Loaded query={runs} failure="The history could not be loaded" rows={4} height="h-10">
      {(runs) =>
        runs.length === 0 ? (
          <EmptyState title="No history yet" />
        ) : (
          <div className="space-y-3">
            <Table caption="History" columns={columns} rows={runs} keyOf={(run) => run.id} />
            {runs.length >= RUNS_KEPT && (
              <p className="text-muted text-sm">The last {RUNS_KEPT} analyses are kept.</p>
            )}
          </div>
        )
      }
    </Loaded>
  )
}
