import { useRef, useState } from 'react'
import { ANALYSIS_SORTS, ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { BULK_MAX } from '#domain/bulk.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action } from '#web/admin/list/types.ts'
import { updateRows, useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { AiAnalysisDialog } from './ai-analysis-dialog.tsx'
import { AnalysisStatCards } from './analysis-stat-cards.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { columns, hasResult, nameOf } from './columns.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { KeywordsDialog } from './keywords-dialog.tsx'
import { ANALYSES_PATH, REFRESHES, useExistingAnalysis, usePolling } from './queries.ts'
import { useAnalyzeAgain } from './use-analyze.ts'

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
  const [toDelete, setToDelete] = useState<Analysis[]>([])
  const [address, setAddress] = useState('')
  const clearSelection = useRef<() => void>(undefined)
  const list = useList({
    path: ANALYSES_PATH,
    filters: [STATUS_FILTER],
    sorts: ANALYSIS_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'desc' },
  })
  const existing = useExistingAnalysis(address)
  usePolling([...list.rows, existing].some((analysis) => analysis?.status === 'pending'))

  const analyzeAgain = useAnalyzeAgain()
  const remove = useAdminMutation({
    run: deleteAll,
    success: ({ length }) =>
      length === 1
        ? {
            title: 'Analysis Deleted',
            description: 'Website analysis and associated keywords have been deleted.',
          }
        : {
            title: `${length} Analyses Deleted`,
            description: 'Website analyses and associated keywords have been deleted.',
          },
    failure: 'Delete Failed',
    refreshes: REFRESHES,
    onSuccess: (deleted) => {
      clearSelection.current?.()
      updateRows(ANALYSES_PATH, [], idsOf(deleted))
    },
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
      { label: 'Delete', isDangerous: true, disabledReason, onSelect: () => setToDelete([analysis]) },
    ]
  }
  const bulkActionsOf = (analyses: Analysis[], clear: () => void): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      disabledReason:
        readDenialReason('analyses.write') ??
        (analyses.length > BULK_MAX ? `At most ${BULK_MAX} at once` : null),
      onSelect: () => {
        clearSelection.current = clear
        setToDelete(analyses)
      },
    },
  ]

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
            columns={columns}
            keyOf={({ id }) => id}
            nameOf={nameOf}
            actionsOf={actionsOf}
            bulkActionsOf={bulkActionsOf}
            hasWideActions
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
      </div>
      {open?.kind === 'keywords' && <KeywordsDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'advice' && <AiAnalysisDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'details' && <DetailsDialog analysis={open.analysis} onClose={close} />}
      <ConfirmDialog
        isOpen={toDelete.length > 0}
        onOpenChange={() => setToDelete([])}
        title={toDelete.length === 1 ? 'Delete analysis' : 'Delete analyses'}
        text={
          toDelete.length === 1
            ? `This will permanently delete the website analysis and all extracted keywords for ${toDelete[0]?.domain}.`
            : `This will permanently delete ${toDelete.length} website analyses and all their extracted keywords.`
        }
        subject={toDelete.length === 1 && toDelete[0]?.url}
        action="Delete"
        onConfirm={() => remove.mutate(toDelete)}
      />
    </AdminLayout>
  )
}

async function deleteAll(analyses: Analysis[]): Promise<Analysis[]> {
  const [only, ...others] = analyses
  if (only && others.length === 0)
    await callAdmin('DELETE', `${ANALYZER_PATH}/analysis/:id`, { params: { id: only.id } })
  else await callAdmin('POST', `${ANALYSES_PATH}/bulk-delete`, { body: { ids: idsOf(analyses) } })
  return analyses
}

const idsOf = (analyses: Analysis[]) => analyses.map(({ id }) => id)
