import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Metrics } from '#domain/statistics.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { withParameters } from '#web/admin/with-parameters.ts'
import { ApiError, urlOf } from '#web/lib/api.ts'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'
import { DayChart, DayTable } from './day-chart.tsx'
import { FigurePicker } from './figure-picker.tsx'
import { type Figure, findFigure } from './figures.ts'
import { MetricsPanels } from './metrics-panels.tsx'
import { readPeriod, withPeriod } from './period.ts'
import { PeriodBar } from './period-bar.tsx'

const REFRESH_MS = 60_000

/** Period, figure and view are in the URL, so that Back, reload and links keep them. */
export function MetricsTab() {
  return (
    <AdminLayout title="Site Metrics">
      <Figures />
    </AdminLayout>
  )
}

function Figures() {
  const [parameters, setParameters] = useOptimisticSearchParams()
  const period = readPeriod(parameters)
  const { data, error, isError, isPlaceholderData, refetch } = useAdminQuery('/api/admin/metrics', {
    query: period,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const isTable = parameters.get('view') === 'table'
  const set = (name: string, value: string) =>
    setParameters(withParameters(parameters, { [name]: value }), { replace: true })

  if (isError && !data) {
    // Invalid or out-of-range dates in the URL.
    const isRefused = error instanceof ApiError && error.status === 400
    return (
      <FailedState
        message={messageOf(error, 'The metrics could not be loaded')}
        onRetry={() => (isRefused ? setParameters(withPeriod(parameters, { days: '30' })) : refetch())}
      />
    )
  }
  if (!data) return <LoadingRows count={2} height="h-64" />
  if (!data.available) return <p className="text-lg">Detailed metrics coming soon</p>

  const requested = 'from' in period ? period : null
  const shown = {
    from: data.days[0]?.day ?? requested?.from ?? data.today,
    to: data.days.at(-1)?.day ?? requested?.to ?? data.today,
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <PeriodBar
          period={period}
          shown={shown}
          bounds={{ first: data.firstDay ?? data.today, last: data.today }}
          onChange={(next) => setParameters(withPeriod(parameters, next))}
        />
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <SwitchRow
            label="Show as table"
            isOn={isTable}
            onChange={(isOn) => set('view', isOn ? 'table' : 'chart')}
          />
          <DownloadButton path={urlOf('/api/admin/metrics/csv', { query: period })}>
            Download CSV
          </DownloadButton>
        </div>
      </div>
      <p className="mb-4 text-muted text-sm">
        <span className="font-semibold text-text tabular-nums">{data.activeVisitors.toLocaleString()}</span>{' '}
        {data.activeVisitors === 1 ? 'visitor' : 'visitors'} in the last five minutes
      </p>
      <div className={isPlaceholderData ? 'opacity-60' : ''}>
        {isTable ? (
          <DayTable days={data.days} />
        ) : (
          <Charts
            metrics={data}
            figure={findFigure(parameters.get('figure'))}
            onChoose={(id) => set('figure', id)}
          />
        )}
        <MetricsPanels metrics={data} />
      </div>
    </>
  )
}

type ChartsProps = { metrics: Metrics; figure: Figure; onChoose: (id: string) => void }

function Charts({ metrics, figure, onChoose }: ChartsProps) {
  const { days, today } = metrics
  const isLastPartial = days.at(-1)?.day === today
  return (
    <section aria-label="Daily statistics" className="rounded-card border border-border bg-surface">
      <FigurePicker metrics={metrics} chosen={figure} onChoose={onChoose} />
      <div className="p-4 pt-6">
        {days.length === 0 ? (
          <p className="text-muted">No data for these days.</p>
        ) : (
          <DayChart
            figure={figure}
            days={days.map(({ day }) => day)}
            values={days.map(figure.read)}
            isLastPartial={isLastPartial}
          />
        )}
        <p className="mt-2 text-muted text-sm">
          {isLastPartial &&
            'Today isn’t over, so its segment is dashed, and changes compare full days only. '}
          {figure.id === 'visitors' && 'Visitors are counted separately each day.'}
        </p>
      </div>
    </section>
  )
}

type Change = (next: URLSearchParams, options?: { replace?: boolean }) => void

/**
 * URL parameters with optimistic updates: the router applies changes in a transition, and a controlled switch or
 * radio button would flicker.
 */
function useOptimisticSearchParams(): [URLSearchParams, Change] {
  const [parameters, setParameters] = useSearchParams()
  const [change, setChange] = useState({ from: parameters, to: parameters })
  const current = change.from === parameters ? change.to : parameters
  return [
    current,
    (next, options) => {
      setChange({ from: parameters, to: next })
      setParameters(next, options)
    },
  ]
}
