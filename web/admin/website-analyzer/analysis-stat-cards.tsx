import { ANALYZER_PATH } from '#domain/analyses.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { StatCards } from '#web/admin/stat-cards.tsx'

export function AnalysisStatCards() {
  const stats = useAdminQuery(`${ANALYZER_PATH}/stats`)
  return (
    <StatCards
      query={stats}
      className="*:last:col-span-2 sm:grid-cols-3 sm:*:last:col-span-1"
      cards={[
        { label: 'Total Analyses', value: stats.data?.totalAnalyses },
        { label: 'Total Keywords', value: stats.data?.totalKeywords },
        { label: 'Avg Keywords/Site', value: stats.data?.averageKeywords },
      ]}
    />
  )
}
