import { KEYWORDS_PATH } from '#domain/keywords.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { StatCard } from '#web/admin/stat-card.tsx'
import { FailedState } from '#web/ui/data-states.tsx'

export function KeywordStatCards() {
  const { data, error, isError, refetch } = useAdminQuery(`${KEYWORDS_PATH}/stats`)
  if (isError) {
    return <FailedState message={messageOf(error, 'The statistics could not be loaded')} onRetry={refetch} />
  }
  const best = data?.topKeywords.map(({ keyword }) => keyword).join(', ')
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard label="Total Keywords" value={data?.totalKeywords} note="In complete uploads" />
      <StatCard label="CSV Uploads" value={data?.totalBatches} note="Complete" />
      <StatCard label="Avg Position" value={data?.averagePosition} note="Where known" />
      <StatCard
        label="Top Keywords"
        value={data?.topKeywords.length}
        note={<span title={best}>{best || 'On the first page, by traffic'}</span>}
      />
    </dl>
  )
}
