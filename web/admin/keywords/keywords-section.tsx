import { KEYWORDS_PATH } from '#domain/keywords.ts'
import { queryClient, useAdminQuery } from '#web/admin/client.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { StatCards } from '#web/admin/stat-cards.tsx'
import { KeywordUploader } from './keyword-uploader.tsx'
import { RecentKeywords } from './recent-keywords.tsx'
import { UploadList } from './upload-list.tsx'
import { KEYWORD_KEYS } from './uploads.ts'

function refresh(): void {
  for (const queryKey of KEYWORD_KEYS) void queryClient.invalidateQueries({ queryKey })
}

export function KeywordsSection() {
  return (
    <SettingsSection
      id="keywords-title"
      title="Competitor Keywords Uploader"
      intro="Upload a CSV file from a keyword tool: SEMrush, Ahrefs, Google Search Console, Keyword Planner, Moz and Bing are recognized."
    >
      <div className="space-y-6">
        <KeywordUploader onChange={refresh} />
        <KeywordStatCards />
        <UploadList />
        <RecentKeywords />
      </div>
    </SettingsSection>
  )
}

function KeywordStatCards() {
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
