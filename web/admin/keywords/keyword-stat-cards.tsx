import { KEYWORDS_PATH } from '#domain/keywords.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { StatCards } from '#web/admin/stat-cards.tsx'

export function KeywordStatCards() {
  const stats = useAdminQuery(`${KEYWORDS_PATH}/stats`)
  const { totalKeywords, totalBatches, averagePosition, topKeywords } = stats.data ?? {}
  const best = topKeywords?.map(({ keyword }) => keyword).join(', ')
  return (
    <StatCards
      query={stats}
      className="lg:grid-cols-4"
      cards={[
        { label: 'Total Keywords', value: totalKeywords, note: 'In complete uploads' },
        { label: 'CSV Uploads', value: totalBatches, note: 'Complete' },
        { label: 'Avg Position', value: averagePosition, note: 'Where known' },
        {
          label: 'Top Keywords',
          value: topKeywords?.length,
          note: <span title={best}>{best || 'On the first page, by traffic'}</span>,
        },
      ]}
    />
  )
}
