import { type ReactNode, useState } from 'react'
import type { DayFigures, Metrics } from '#domain/statistics.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { FilterSelect } from '#web/admin/list-tools.tsx'
import { FailedState, LoadingRows } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { FigureBars, FigureLine } from './charts.tsx'

const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '366', label: 'Last year' },
]

const columns: Column<DayFigures>[] = [
  { title: 'Day', show: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { title: 'Page views', isNumber: true, show: ({ pageViews }) => pageViews.toLocaleString() },
  { title: 'Visitors', isNumber: true, show: ({ uniqueVisitors }) => uniqueVisitors.toLocaleString() },
  {
    title: 'Generated',
    isNumber: true,
    show: ({ passwordsGenerated }) => passwordsGenerated.toLocaleString(),
  },
  { title: 'Checked', isNumber: true, show: ({ passwordsChecked }) => passwordsChecked.toLocaleString() },
  { title: 'Bots filtered', isNumber: true, show: ({ bots }) => bots.toLocaleString() },
  { title: 'Helpful', isNumber: true, show: ({ helpful }) => helpful.toLocaleString() },
  { title: 'Needs improvement', isNumber: true, show: ({ unhelpful }) => unhelpful.toLocaleString() },
]

export function MetricsTab() {
  const [range, setRange] = useState('30')
  const [isTable, setIsTable] = useState(false)
  const { data, error, isError, refetch } = useAdminQuery<Metrics>(['/api/admin', `metrics?days=${range}`])

  if (isError)
    return <FailedState message={messageOf(error, 'The metrics could not be loaded')} onRetry={refetch} />
  if (!data) return <LoadingRows count={2} height="h-64" />
  if (!data.available) return <p className="text-lg">Detailed metrics coming soon</p>
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <FilterSelect label="Days" value={range} onChange={setRange} options={RANGES} />
        <FilterSelect
          label="Shown as"
          value={isTable ? 'table' : 'charts'}
          onChange={(value) => setIsTable(value === 'table')}
          options={[
            { value: 'charts', label: 'Charts' },
            { value: 'table', label: 'Table' },
          ]}
        />
        <DownloadButton path={`/api/admin/metrics/csv?days=${range}`}>Download CSV</DownloadButton>
      </div>
      {isTable ? (
        <Table
          caption="Figures by day"
          columns={columns}
          rows={data.days.toReversed()}
          keyOf={({ day }) => day}
        />
      ) : (
        <Charts metrics={data} />
      )}
    </>
  )
}

function Charts({ metrics: { days, strengths, topPages } }: { metrics: Metrics }) {
  const byDay = (read: (figures: DayFigures) => number) =>
    days.map((figures) => ({ name: figures.day, value: read(figures) }))
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel title="Page views">
        <FigureLine unit="views" points={byDay(({ pageViews }) => pageViews)} />
      </Panel>
      <Panel title="Unique visitors">
        <FigureLine unit="visitors" points={byDay(({ uniqueVisitors }) => uniqueVisitors)} />
      </Panel>
      <Panel title="Passwords generated">
        <FigureLine unit="passwords" points={byDay(({ passwordsGenerated }) => passwordsGenerated)} />
      </Panel>
      <Panel title="Passwords checked">
        <FigureLine unit="checks" points={byDay(({ passwordsChecked }) => passwordsChecked)} />
      </Panel>
      <Panel title="Strength of checked passwords">
        <FigureBars
          unit="checks"
          points={strengths.map(({ from, count }) => ({ name: `${from}–${from + 10} %`, value: count }))}
        />
      </Panel>
      <Panel title="Bots filtered out">
        <FigureLine unit="requests" points={byDay(({ bots }) => bots)} />
      </Panel>
      <Panel title="Top pages">
        <ol className="space-y-1.5">
          {topPages.map(({ path, views }) => (
            <li key={path} className="flex justify-between gap-4">
              <span className="min-w-0 truncate font-mono text-sm">{path}</span>
              <span className="tabular-nums">{views.toLocaleString()}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-border bg-surface p-4">
      <h2 className="mb-3 font-semibold text-base">{title}</h2>
      {children}
    </section>
  )
}
