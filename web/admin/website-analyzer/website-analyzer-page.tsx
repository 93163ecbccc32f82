import { useState } from 'react'
import { ANALYSIS_SORTS, ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import { callAdmin, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action } from '#web/admin/list/types.ts'
import { useDeletion } from '#web/admin/list/use-deletion.ts'
import { updateRows, useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { StatCards } from '#web/admin/stat-cards.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { AiAnalysisDialog } from './ai-analysis-dialog.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { analysisColumns, hasResult, nameOf } from './columns.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { IdeasPanel } from './ideas-panel.tsx'
import { KeywordsDialog } from './keywords-dialog.tsx'
import { ANALYSES_PATH, REFRESHES, useExistingAnalysis, usePolling } from './queries.ts'
import { useAnalyze } from './use-analyze.ts'

type Open = { kind: 'keywords' | 'advice' | 'details'; analysis: Analysis } | null

const STATUS_FILTER = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'all', label: 'All statuses' },
    { value: 'pending', label: 'Analyzing' },
    { value: 'completed', label: 'Completed' },
    { value: 'failed', label: 'Failed' },
  ],
}

export function WebsiteAnalyzerPage() {
  const [open, setOpen] = useState<Open>(null)
  const [address, setAddress] = useState('')
  const list = useList({
    path: ANALYSES_PATH,
    filters: [STATUS_FILTER],
    sorts: ANALYSIS_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'desc' },
  })
  const existing = useExistingAnalysis(address)
  usePolling([...list.rows, existing].some((analysis) => analysis?.status === 'pending'))

  const analyzeAgain = useAnalyze()
  const remove = useDeletion<Analysis>({
    nouns: ['analysis', 'analyses'],
    permission: 'analyses.write',
    question: ([only, ...others]) =>
      others.length === 0
        ? `This will permanently delete the website analysis and all extracted keywords for ${only?.domain}.`
        : `This will permanently delete ${others.length + 1} website analyses and all their extracted keywords.`,
    subject: ([only, ...others]) => (only && others.length === 0 ? only.url : null),
    deleteOne: ({ id }) => callAdmin('DELETE', `${ANALYZER_PATH}/analysis/:id`, { params: { id } }),
    deleteMany: (analyses) =>
      callAdmin('POST', `${ANALYSES_PATH}/bulk-delete`, { body: { ids: idsOf(analyses) } }),
    success: ({ length }) => ({
      title: length === 1 ? 'Analysis Deleted' : `${length} Analyses Deleted`,
      description: `Website ${length === 1 ? 'analysis' : 'analyses'} and associated keywords have been deleted.`,
    }),
    failure: 'Delete Failed',
    refreshes: REFRESHES,
    onDeleted: (analyses) => updateRows(ANALYSES_PATH, [], idsOf(analyses)),
  })
  const close = () => setOpen(null)

  const actionsOf = (analysis: Analysis): Action[] => {
    const noResultReason = hasResult(analysis) ? null : 'No results yet'
    const disabledReason = readDenialReason('analyses.write')
    const openDialog = (kind: NonNullable<Open>['kind']) => () => setOpen({ kind, analysis })
    const view = { label: 'View Keywords', disabledReason: noResultReason, onSelect: openDialog('keywords') }
    const again = {
      label: hasResult(analysis) ? 'Analyze Again' : 'Try Again',
      disabledReason: disabledReason ?? (analysis.status === 'pending' ? 'Already being analyzed' : null),
      onSelect: () => analyzeAgain.mutate(analysis),
    }
    const isFailed = noResultReason !== null && analysis.status === 'failed'
    return [
      ...(isFailed ? [again, view] : [view]),
      {
        label: 'AI Analysis',
        disabledReason: readDenialReason('ai.use') ?? noResultReason,
        onSelect: openDialog('advice'),
      },
      { label: 'Details', disabledReason: noResultReason, onSelect: openDialog('details') },
      ...(isFailed ? [] : [again]),
      remove([analysis]),
    ]
  }

  return (
    <AdminLayout title="Website Analyzer">
      <div className="space-y-6">
        <AnalysisStatCards />
        <AnalyzeForm
          existing={existing}
          onUrlTyped={setAddress}
          onStarted={(analysis) => list.address?.setSearch(analysis?.url.slice(0, SEARCH_MAX) ?? '')}
        />
        <section aria-labelledby="analyses-title">
          <h2 id="analyses-title" className="text-xl">
            Analyzed websites
          </h2>
          <List
            name="Analyzed websites"
            list={list}
            columns={analysisColumns}
            keyOf={({ id }) => id}
            nameOf={nameOf}
            actionsOf={actionsOf}
            bulkActionsOf={(analyses, clear) => [remove(analyses, clear)]}
            buttonWidth={9}
            onOpen={(analysis) => hasResult(analysis) && setOpen({ kind: 'keywords', analysis })}
            searchLabel="Search websites"
            empty={
              <EmptyState title="No websites analyzed yet">
                Enter the address of a competitor’s page above to see which keywords it focuses on.
              </EmptyState>
            }
            noMatch="No websites match"
            failure="The analyses could not be loaded"
          />
        </section>
        <section aria-labelledby="ideas-title" className="space-y-4">
          <h2 id="ideas-title" className="text-xl">
            Ideas for posts
          </h2>
          <IdeasPanel />
        </section>
      </div>
      {open?.kind === 'keywords' && <KeywordsDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'advice' && <AiAnalysisDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'details' && <DetailsDialog analysis={open.analysis} onClose={close} />}
    </AdminLayout>
  )
}

const idsOf = (analyses: Analysis[]) => analyses.map(({ id }) => id)

function AnalysisStatCards() {
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
