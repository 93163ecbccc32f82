import { queryClient } from '#web/admin/client.ts'
import { SettingsSection } from '#web/admin/settings/settings-section.tsx'
import { KeywordStatCards } from './keyword-stat-cards.tsx'
import { KeywordUploader } from './keyword-uploader.tsx'
import { KEYWORD_KEYS } from './query-keys.ts'
import { RecentKeywords } from './recent-keywords.tsx'
import { UploadList } from './upload-list.tsx'

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
