import { ANALYZER_PATH, type Analysis, type AnalysisKeyword } from '#domain/analyses.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { urlOf } from '#web/lib/api.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { REFETCH_ON_OPEN } from './queries.ts'
import { RunsPanel } from './runs-panel.tsx'

const ROWS_MAX = 50
/** Fits the window, because nested scrollbars confuse. */
const FIT_WINDOW = 'max-h-[max(15rem,100dvh-24rem)] sm:max-h-[max(15rem,100dvh-22rem)]'
/** Scores from this on are green. */
const GREEN_MIN = 8
const YELLOW_MIN = 5

type Props = { analysis: Analysis; onClose: () => void }

export function KeywordsDialog({ analysis, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={`Keywords for ${analysis.domain}`}
      description={<bdi>{analysis.url}</bdi>}
      size="full"
      actions={
        <DownloadButton path={urlOf(`${ANALYZER_PATH}/keywords/:id/csv`, { params: { id: analysis.id } })}>
          Download All Keywords (CSV)
        </DownloadButton>
      }
    >
      <div className="min-h-[calc(100dvh-13rem)]">
        <Tabs
          label="Keywords"
          tabs={[
            { id: 'keywords', title: 'Keywords', panel: <KeywordsPanel analysis={analysis} /> },
            { id: 'changes', title: 'Changes', panel: <ChangesPanel analysis={analysis} /> },
            { id: 'runs', title: 'History', panel: <RunsPanel id={analysis.id} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}

const columns: Column<AnalysisKeyword>[] = [
  {
    title: 'Keyword',
    show: ({ keyword, frequency, context, relevanceScore }) => (
      <>
        <bdi className="wrap-anywhere font-mono">{keyword}</bdi>
        <p className="wrap-anywhere mt-0.5 text-muted @min-[44rem]:hidden">
          <span className="@min-[20rem]:hidden">{relevanceScore}/10 · </span>
          {frequency === 1 ? 'Once' : `${frequency.toLocaleString()} times`} · <bdi>{context}</bdi>
        </p>
      </>
    ),
  },
  {
    title: 'Frequency',
    isNumber: true,
    width: 6.5,
    hides: 2,
    show: ({ frequency }) => frequency.toLocaleString(),
  },
  {
    title: 'Context',
    width: 17,
    hides: 1,
    show: ({ context }) => <bdi className="wrap-anywhere inline-block min-w-60 text-muted">{context}</bdi>,
  },
  {
    title: 'Relevance',
    width: 5.75,
    hides: 3,
    show: ({ relevanceScore }) => <Badge look={lookOf(relevanceScore)}>{relevanceScore}/10</Badge>,
  },
]

function lookOf(score: number): BadgeLook {
  if (score >= GREEN_MIN) return 'good'
  return score >= YELLOW_MIN ? 'fair' : 'plain'
}

function KeywordsPanel({ analysis: { id, totalHeadings, wordCount } }: { analysis: Analysis }) {
  const keywords = useAdminQuery(`${ANALYZER_PATH}/keywords/:id`, { params: { id }, ...REFETCH_ON_OPEN })
  return (
    <Loaded query={keywords} failure="The keywords could not be loaded" rows={6} height="h-10">
      {(keywords) => (
        <div className="space-y-4">
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            <Total label="Total Keywords" value={keywords.length} />
            <Total label="Headings" value={totalHeadings} />
            <Total label="Words" value={wordCount} />
          </dl>
          {keywords.length === 0 ? (
            <EmptyState title="No keywords found">The page has no text to extract keywords from.</EmptyState>
          ) : (
            <Table
              caption="Keywords"
              columns={columns}
              rows={keywords.slice(0, ROWS_MAX)}
              keyOf={({ id }) => id}
              maxHeight={FIT_WINDOW}
            />
          )}
          {keywords.length > ROWS_MAX && (
            <p className="text-muted text-sm">
              Showing top {ROWS_MAX} keywords out of {keywords.length} total
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value.toLocaleString()}</dd>
    </div>
  )
}
