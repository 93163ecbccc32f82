import { useRef, useState } from 'react'
import { ANALYSIS_SORTS, ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { MOST_AT_ONCE } from '#domain/at-once.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action } from '#web/admin/list/types.ts'
import { updateRows, useList } from '#web/admin/list/use-list.ts'
import { refusalOf } from '#web/admin/permissions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AdviceDialog } from './advice-dialog.tsx'
import { AnalysisStatCards } from './analysis-stat-cards.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { columns, hasResult, nameOf } from './columns.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { KeywordsDialog } from './keywords-dialog.tsx'
import { ANALYSES_PATH, REFRESHES, useListed, usePolling } from './queries.ts'
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
  const [doomed, setDoomed] = useState<Analysis[]>([])
  const [address, setAddress] = useState('')
  const clearSelection = useRef<() => void>(undefined)
  const list = useList<Analysis>({
    path: ANALYSES_PATH,
    filters: [STATUS_FILTER],
    sorts: ANALYSIS_SORTS,
    usual: { sort: 'createdAt', order: 'desc' },
  })
  const listed = useListed(address)
  usePolling([...list.rows, listed].some((analysis) => analysis?.status === 'pending'))

  const analyzeAgain = useAnalyzeAgain()
  const remove = useAdminChange({
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
      updateRows<Analysis>(ANALYSES_PATH, [], idsOf(deleted))
    },
  })
  const close = () => setOpen(null)

  const actionsOf = (analysis: Analysis): Action[] => {
    const none = hasResult(analysis) ? null : 'Nothing found yet'
    const refusal = refusalOf('analyses.write')
    const opens = (kind: NonNullable<Open>['kind']) => () => setOpen({ kind, analysis })
    const view = { label: 'View Keywords', refusal: none, onSelect: opens('keywords') }
    const again = {
      label: hasResult(analysis) ? 'Analyze Again' : 'Try Again',
      refusal: refusal ?? (analysis.status === 'pending' ? 'Being analyzed' : null),
      onSelect: () => analyzeAgain.mutate(analysis),
    }
    const isFailed = none !== null && analysis.status === 'failed'
    return [
      ...(isFailed ? [again, view] : [view]),
      { label: 'AI Analysis', refusal: refusalOf('ai.use') ?? none, onSelect: opens('advice') },
      { label: 'Details', refusal: none, onSelect: opens('details') },
      ...(isFailed ? [] : [again]),
      { label: 'Delete', isDangerous: true, refusal, onSelect: () => setDoomed([analysis]) },
    ]
  }
  const bulkActionsOf = (analyses: Analysis[], clear: () => void): Action[] => [
    {
      label: 'Delete',
      isDangerous: true,
      refusal:
        refusalOf('analyses.write') ??
        (analyses.length > MOST_AT_ONCE ? `At most ${MOST_AT_ONCE} at once` : null),
      onSelect: () => {
        clearSelection.current = clear
        setDoomed(analyses)
      },
    },
  ]

  return (
    <AdminLayout title="Website Analyzer">
      <div className="space-y-6">
        <AnalysisStatCards />
        <AnalyzeForm
          listed={listed}
          onAddress={setAddress}
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
                Enter the address of a competitor’s page above to see which keywords it is about.
              </EmptyState>
            }
            noMatch="No websites match"
            failure="The analyses could not be loaded"
          />
        </section>
      </div>
      {open?.kind === 'keywords' && <KeywordsDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'advice' && <AdviceDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'details' && <DetailsDialog analysis={open.analysis} onClose={close} />}
      <ConfirmDialog
        isOpen={doomed.length > 0}
        onOpenChange={() => setDoomed([])}
        title={doomed.length === 1 ? 'Delete analysis' : 'Delete analyses'}
        text={
          doomed.length === 1
            ? `This will permanently delete the website analysis and all extracted keywords for ${doomed[0]?.domain}.`
            : `This will permanently delete ${doomed.length} website analyses and all their extracted keywords.`
        }
        subject={doomed.length === 1 && doomed[0]?.url}
        action="Delete"
        onConfirm={() => remove.mutate(doomed)}
      />
    </AdminLayout>
  )
}

async function deleteAll(analyses: Analysis[]): Promise<Analysis[]> {
  const [only, ...others] = analyses
  if (only && others.length === 0) await callAdmin('DELETE', `${ANALYZER_PATH}/analysis/${only.id}`)
  else await callAdmin('POST', `${ANALYSES_PATH}/bulk-delete`, { ids: idsOf(analyses) })
  return analyses
}

const idsOf = (analyses: Analysis[]) => analyses.map(({ id }) => id)
