import type { ReactNode } from 'react'
import type { Analysis, AnalysisStatus } from '#domain/analyses.ts'
import type { Column } from '#web/admin/list/types.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { AutoUpdateSwitch } from './auto-update-switch.tsx'
import { OutsideLink } from './outside-link.tsx'

const STATUSES: Record<AnalysisStatus, { label: string; look: BadgeLook }> = {
  pending: { label: 'Analyzing...', look: 'info' },
  completed: { label: 'Completed', look: 'good' },
  failed: { label: 'Failed', look: 'weak' },
}

const isKnown = (status: string): status is AnalysisStatus => Object.hasOwn(STATUSES, status)

/** A newer server may know more of them. */
const badgeOf = (status: string) =>
  isKnown(status) ? STATUSES[status] : { label: 'Unknown', look: 'plain' as const }

/** What an analysis is called: its title, or the domain. */
export const nameOf = ({ title, domain }: Analysis): string => title?.trim() || domain

/** There are keywords, if only of an earlier time. */
export const hasResult = ({ analyzedAt }: Analysis): boolean => analyzedAt !== null

export const columns: Column<Analysis>[] = [
  {
    title: 'Website',
    sort: 'domain',
    onPhone: 'title',
    show: (analysis, tabIndex) => <Website analysis={analysis} tabIndex={tabIndex} />,
  },
  {
    title: 'Status',
    width: 'w-36',
    onPhone: 'line',
    show: ({ status }) => {
      const { label, look } = badgeOf(status)
      return <Badge look={look}>{label}</Badge>
    },
  },
  {
    title: 'Keywords',
    sort: 'totalKeywords',
    firstOrder: 'desc',
    width: 'w-46',
    onPhone: 'line',
    // Where there is no figure, there is room for why.
    show: (analysis) =>
      hasResult(analysis) ? <Totals analysis={analysis} /> : <Failure analysis={analysis} />,
  },
  {
    title: 'Analyzed',
    sort: 'analyzedAt',
    firstOrder: 'desc',
    width: 'w-44',
    onPhone: 'line',
    show: (analysis) => <Times analysis={analysis} />,
  },
  {
    title: 'Daily',
    width: 'w-18',
    onPhone: 'detail',
    show: (analysis, tabIndex) =>
      analysis.status === 'completed' && (
        <span className="flex items-center gap-3">
          <AutoUpdateSwitch analysis={analysis} name={nameOf(analysis)} tabIndex={tabIndex} />
          <span aria-hidden className="sm:hidden">
            Auto-update daily
          </span>
        </span>
      ),
  },
]

const SECOND = 'relative block truncate text-muted text-xs leading-4'

function Website({ analysis, tabIndex }: { analysis: Analysis; tabIndex: 0 | -1 }) {
  const { url, metaDescription, errorMessage, status, wordCount } = analysis
  return (
    <>
      <span className="block truncate leading-5 max-sm:whitespace-normal">
        <bdi className="font-medium max-sm:line-clamp-3">{nameOf(analysis)}</bdi>
        {metaDescription && (
          <bdi title={metaDescription} className="text-muted max-sm:line-clamp-3 max-sm:text-sm sm:ml-2">
            {metaDescription}
          </bdi>
        )}
      </span>
      <span className={SECOND}>
        <OutsideLink url={url} tabIndex={tabIndex} />
      </span>
      {errorMessage && hasResult(analysis) && <Note>{errorMessage}</Note>}
      {!errorMessage && status === 'completed' && wordCount < FEW_WORDS && (
        <Note>
          {wordCount === 0 ? 'No text was found.' : `Only ${counted(wordCount, 'word')} found.`} Pages built
          by scripts look empty, because we don’t run scripts.
        </Note>
      )}
    </>
  )
}

/** So few that they may be no more than what a page without its scripts says. */
const FEW_WORDS = 20

/** The one part of a row that may make it higher: it says how far the result can be relied on. */
const Note = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere mt-0.5 block whitespace-normal pb-1 text-xs leading-4">{children}</span>
)

/** Two lines of it have room beside the others, and all of it on a phone. */
const Failure = ({ analysis: { errorMessage } }: { analysis: Analysis }) =>
  errorMessage && (
    <span
      title={errorMessage}
      className="wrap-anywhere whitespace-normal text-weak text-xs leading-4 max-sm:block sm:line-clamp-2"
    >
      {errorMessage}
    </span>
  )

function Totals({ analysis: { totalKeywords, totalHeadings, wordCount } }: { analysis: Analysis }) {
  return (
    <>
      <span className="block leading-5 tabular-nums">{counted(totalKeywords, 'keyword')}</span>
      <span className={`${SECOND} tabular-nums`}>
        {counted(totalHeadings, 'heading')} · {counted(wordCount, 'word')}
      </span>
    </>
  )
}

function Times({ analysis }: { analysis: Analysis }) {
  const { createdAt, analyzedAt } = analysis
  return (
    <>
      <span className="block leading-5">
        {analyzedAt === null ? (
          <>
            Added <Moment at={createdAt} />
          </>
        ) : (
          <Moment at={analyzedAt} />
        )}
      </span>
      <NextUpdate analysis={analysis} />
    </>
  )
}

function NextUpdate({ analysis: { autoUpdate, nextUpdateScheduled } }: { analysis: Analysis }) {
  if (!autoUpdate) return null
  if (!nextUpdateScheduled) {
    return (
      <span className={SECOND} title="Auto-update enabled - will update daily">
        Auto-update enabled - will update daily
      </span>
    )
  }
  return (
    <span className={SECOND} title={`Next update: ${showMoment(nextUpdateScheduled)}`}>
      Next update: <Moment at={nextUpdateScheduled} />
    </span>
  )
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
