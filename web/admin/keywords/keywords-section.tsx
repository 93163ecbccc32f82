import { queryClient } from '#web/admin/client.ts'
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
    <section aria-labelledby="keywords-title" className="space-y-6">
      <div>
        <h2 id="keywords-title" className="text-xl">
          Competitor Keywords Uploader
        </h2>
        <p className="mt-1 max-w-[68ch] text-muted">
          Upload a CSV file from a keyword tool: SEMrush, Ahrefs, Google Search Console, Keyword Planner, Moz
          and Bing are recognized.
        </p>
      </div>
      <KeywordUploader onChange={refresh} />
      <KeywordStatCards />
      <UploadList />
      <RecentKeywords />
    </section>
  )
}
