import { ANALYZER_PATH } from '#domain/analyses.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { StatCard } from '#web/admin/stat-card.tsx'
import { FailedState } from '#web/ui/data-states.tsx'

export function AnalysisStatCards() {
  const { data, error, isError, refetch } = useAdminQuery(`${ANALYZER_PATH}/stats`)
  if (isError && !data) {
    return <FailedState message={messageOf(error, 'The statistics could not be loaded')} onRetry={refetch} />
  }
  return (
    <dl className="grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1">
      <StatCard label="Total Analyses" value={data?.totalAnalyses} />
      <StatCard label="Total Keywords" value={data?.totalKeywords} />
      <StatCard label="Avg Keywords/Site" value={data?.averageKeywords} />
    </dl>
  )
}
