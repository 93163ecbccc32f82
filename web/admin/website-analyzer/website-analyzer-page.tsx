import { useState } from 'react'
import { ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import { callAdmin, messageOf, useAdminChange, useAdminList } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { AdviceDialog } from './advice-dialog.tsx'
import { AnalysisRow } from './analysis-row.tsx'
import { AnalysisStatCards } from './analysis-stat-cards.tsx'
import { AnalyzeForm } from './analyze-form.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { KeywordsDialog } from './keywords-dialog.tsx'
import { ANALYSES_PATH, REFRESHES, useListed, usePolling } from './queries.ts'
import { useAnalyzeAgain } from './use-analyze.ts'

type Open = { kind: 'keywords' | 'advice' | 'details' | 'delete'; analysis: Analysis } | null

export function WebsiteAnalyzerPage() {
  const [open, setOpen] = useState<Open>(null)
  const [search, setSearch] = useState('')
  // Another number is another box, with another text in it.
  const [preset, setPreset] = useState({ number: 0, text: '' })
  const lookFor = (url: string) => {
    const text = url.slice(0, SEARCH_MAX)
    if (text === search) return
    setSearch(text)
    setPreset(({ number }) => ({ number: number + 1, text }))
  }
  const list = useAdminList<Analysis>(ANALYSES_PATH, search === '' ? {} : { search })
  const analyses = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isEmpty = list.isSuccess && analyses.length === 0
  const [address, setAddress] = useState('')
  const listed = useListed(address)
  usePolling([...analyses, listed].some((analysis) => analysis?.status === 'pending'))

  const analyzeAgain = useAnalyzeAgain()
  const remove = useAdminChange({
    run: ({ id }: Analysis) => callAdmin('DELETE', `${ANALYZER_PATH}/analysis/${id}`),
    success: () => ({
      title: 'Analysis Deleted',
      description: 'Website analysis and associated keywords have been deleted.',
    }),
    failure: 'Delete Failed',
    refreshes: REFRESHES,
  })
  const close = () => setOpen(null)

  return (
    <AdminLayout title="Website Analyzer">
      <div className="space-y-8">
        <AnalysisStatCards />
        <AnalyzeForm
          listed={listed}
          onAddress={setAddress}
          onStarted={(analysis) => lookFor(analysis?.url ?? '')}
        />
        <section aria-labelledby="analyses-title">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="analyses-title" className="text-xl max-sm:w-full">
              Analyzed websites
            </h2>
            <SearchBox
              key={preset.number}
              label="Search websites"
              initial={preset.text}
              onSearch={setSearch}
            />
          </div>
          {list.isPending && <LoadingRows count={3} height="h-44" />}
          {list.isError && (
            <div className="mb-4">
              <FailedState
                message={messageOf(list.error, 'The analyses could not be loaded')}
                onRetry={() => list.refetch()}
              />
            </div>
          )}
          {isEmpty && search !== '' && <EmptyState title="No websites match" />}
          {isEmpty && search === '' && (
            <EmptyState title="No websites analyzed yet">
              Enter the address of a competitor’s page above to see which keywords it is about.
            </EmptyState>
          )}
          {analyses.length > 0 && (
            <>
              <ul className="space-y-3">
                {analyses.map((analysis) => (
                  <li key={analysis.id}>
                    <AnalysisRow
                      analysis={analysis}
                      isStarting={analyzeAgain.isPending}
                      onAnalyzeAgain={() => analyzeAgain.mutate(analysis)}
                      onOpen={(kind) => setOpen({ kind, analysis })}
                    />
                  </li>
                ))}
              </ul>
              <ListEnd
                shown={analyses.length}
                total={list.data?.pages[0]?.total ?? analyses.length}
                isBusy={list.isFetchingNextPage}
                onMore={list.hasNextPage ? () => list.fetchNextPage() : null}
              />
            </>
          )}
        </section>
      </div>
      {open?.kind === 'keywords' && <KeywordsDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'advice' && <AdviceDialog analysis={open.analysis} onClose={close} />}
      {open?.kind === 'details' && <DetailsDialog analysis={open.analysis} onClose={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onOpenChange={close}
        title="Delete analysis"
        text={
          open?.kind === 'delete' &&
          `This will permanently delete the website analysis and all extracted keywords for ${open.analysis.domain}.`
        }
        subject={open?.kind === 'delete' && open.analysis.url}
        action="Delete"
        onConfirm={() => open?.kind === 'delete' && remove.mutate(open.analysis)}
      />
    </AdminLayout>
  )
}
