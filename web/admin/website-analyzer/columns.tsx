import type { Analysis, AnalysisStatus } from '#domain/analyses.ts'
import type { Column } from '#web/admin/list/types.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AutoUpdateSwitch } from './auto-update-switch.tsx'
import { UntrustedLink } from './untrusted-link.tsx'

const STATUSES: Record<AnalysisStatus, { label: string; look: BadgeLook }> = {
  pending: { label: 'Analyzing...', look: 'info' },
  completed: { label: 'Completed', look: 'good' },
  failed: { label: 'Failed', look: 'weak' },
}

const isKnown = (status: string): status is AnalysisStatus => Object.hasOwn(STATUSES, status)

/** A newer server may have more statuses. */
const badgeOf = (status: string) =>
  isKnown(status) ? STATUSES[status] : { label: 'Unknown', look: 'plain' as const }

export const nameOf = ({ title, domain }: Analysis): string => title?.trim() || domain

/** True even if a later run failed. */
export const hasResult = ({ analyzedAt }: Analysis): boolean => analyzedAt !== null

export const analysisColumns: Column<Analysis>[] = [
  {
    title: 'Website',
    sort: 'domain',
    onCard: 'title',
    show: (analysis, tabIndex) => <Website analysis={analysis} tabIndex={tabIndex} />,
  },
  {
    title: 'Status',
    width: 8.5,
    show: ({ status }) => {
      const { label, look } = badgeOf(status)
      return <Badge look={look}>{label}</Badge>
    },
  },
  {
    title: 'Keywords',
    sort: 'totalKeywords',
    firstOrder: 'desc',
    width: 12,
    isText: true,
    hides: 2,
    onCard: 'line',
    // Without figures, there is space for the reason.
    show: (analysis) =>
      hasResult(analysis) ? <Totals analysis={analysis} /> : <Failure analysis={analysis} />,
  },
  {
    title: 'Analyzed',
    sort: 'analyzedAt',
    firstOrder: 'desc',
    width: 12,
    hides: 1,
    onCard: 'line',
    show: (analysis) => <Times analysis={analysis} />,
  },
  {
    title: 'Daily',
    width: 4.5,
    hides: 3,
    show: (analysis, tabIndex) =>
      analysis.status === 'completed' && (
        <span className="flex items-center gap-3">
          <AutoUpdateSwitch analysis={analysis} name={nameOf(analysis)} tabIndex={tabIndex} />
          <span aria-hidden className="@2xl:hidden">
            Auto-update daily
          </span>
        </span>
      ),
  },
]

const SECOND_LINE = 'relative block truncate text-muted text-xs leading-4'

function Website({ analysis, tabIndex }: { analysis: Analysis; tabIndex: 0 | -1 }) {
  const { url, metaDescription } = analysis
  const note = caveatOf(analysis)
  return (
    <>
      <span className="block truncate leading-5 @max-2xl:whitespace-normal">
        <bdi className="font-medium @max-2xl:line-clamp-3">{nameOf(analysis)}</bdi>
        {metaDescription && (
          <bdi
            title={metaDescription}
            className="text-muted @max-2xl:line-clamp-3 @max-2xl:text-sm @2xl:ml-2"
          >
            {metaDescription}
          </bdi>
        )}
      </span>
      <span className="relative flex gap-2 text-xs leading-4 @max-2xl:block">
        <span className={`truncate text-muted @max-2xl:block ${note === null ? '' : '@2xl:max-w-1/2'}`}>
          <UntrustedLink url={url} tabIndex={tabIndex} />
        </span>
        {note !== null && (
          <span title={note} className="min-w-0 flex-1 truncate @max-2xl:block @max-2xl:whitespace-normal">
            {note}
          </span>
        )}
      </span>
    </>
  )
}

/** Pages built by scripts often have fewer words than this. */
const WORDS_MIN = 20

/** A caveat about the result; null if there is none. */
export function caveatOf(analysis: Analysis): string | null {
  const { errorMessage, status, wordCount } = analysis
  if (errorMessage) return hasResult(analysis) ? errorMessage : null
  if (status !== 'completed' || wordCount >= WORDS_MIN) return null
  const found = wordCount === 0 ? 'No text was found.' : `Only ${counted(wordCount, 'word')} found.`
  return `${found} Pages built by scripts look empty, because we don’t run scripts.`
}

/** Two lines on a desktop; full length on a phone. */
const Failure = ({ analysis: { errorMessage } }: { analysis: Analysis }) =>
  errorMessage && (
    <span
      title={errorMessage}
      className="wrap-anywhere whitespace-normal text-weak text-xs leading-4 @max-2xl:block @2xl:line-clamp-2"
    >
      {errorMessage}
    </span>
  )

function Totals({ analysis: { totalKeywords, totalHeadings, wordCount } }: { analysis: Analysis }) {
  return (
    <>
      <span className="block leading-5 tabular-nums">{counted(totalKeywords, 'keyword')}</span>
      <span className={`${SECOND_LINE} tabular-nums`}>
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
            Added <RelativeTime at={createdAt} />
          </>
        ) : (
          <RelativeTime at={analyzedAt} />
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
      <span className={SECOND_LINE} title="Auto-update enabled - will update daily">
        Auto-update enabled - will update daily
      </span>
    )
  }
  return (
    <span className={SECOND_LINE} title={`Next update: ${showMoment(nextUpdateScheduled)}`}>
      Next update: <RelativeTime at={nextUpdateScheduled} />
    </span>
  )
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
