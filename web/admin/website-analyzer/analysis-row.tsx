import { FileSearch, RotateCw, Sparkles, Tags, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Analysis, AnalysisStatus } from '#domain/analyses.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
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

type Props = {
  analysis: Analysis
  isStarting: boolean
  onAnalyzeAgain: () => void
  onOpen: (kind: 'keywords' | 'advice' | 'details' | 'delete') => void
}

export function AnalysisRow({ analysis, isStarting, onAnalyzeAgain, onOpen }: Props) {
  const { url, domain, title, status, metaDescription, errorMessage } = analysis
  const name = title?.trim() || domain
  const badge = badgeOf(status)
  const isCompleted = status === 'completed'
  return (
    <article className="rounded-card border border-border bg-surface">
      <div className="p-4">
        <div className="flex flex-col-reverse items-start gap-x-3 gap-y-1.5 sm:flex-row sm:justify-between">
          <h3 className="wrap-anywhere line-clamp-3 min-w-0 text-base">
            <bdi>{name}</bdi>
          </h3>
          <Badge look={badge.look}>{badge.label}</Badge>
        </div>
        <p className="mt-0.5 line-clamp-3 text-sm">
          <OutsideLink url={url} />
        </p>
        {metaDescription && (
          <p className="wrap-anywhere mt-2 line-clamp-3 max-w-[90ch] text-sm">
            <bdi>{metaDescription}</bdi>
          </p>
        )}
        {errorMessage && <Failure isOld={isCompleted}>{errorMessage}</Failure>}
        <Facts analysis={analysis} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-border border-t px-4 py-3">
        {isCompleted && (
          <div className="w-full lg:mr-auto lg:w-auto">
            <AutoUpdateSwitch analysis={analysis} />
          </div>
        )}
        <div className="grid w-full grid-cols-2 gap-2 *:max-sm:px-2 *:max-sm:text-sm *:last:odd:col-span-2 sm:flex sm:w-auto sm:flex-wrap">
          {status === 'failed' && (
            <Button onClick={onAnalyzeAgain} disabled={isStarting} aria-label={`Try Again: ${name}`}>
              <RotateCw aria-hidden size={16} /> Try Again
            </Button>
          )}
          <Button
            onClick={() => onOpen('keywords')}
            disabled={!isCompleted}
            aria-label={`View Keywords of ${name}`}
          >
            <Tags aria-hidden size={16} /> View Keywords
          </Button>
          <Button
            onClick={() => onOpen('advice')}
            disabled={!isCompleted}
            aria-label={`AI Analysis of ${name}`}
          >
            <Sparkles aria-hidden size={16} /> AI Analysis
          </Button>
          {isCompleted && (
            <Button onClick={() => onOpen('details')} aria-label={`Details of ${name}`}>
              <FileSearch aria-hidden size={16} /> Details
            </Button>
          )}
          <Button look="danger" onClick={() => onOpen('delete')} aria-label={`Delete ${name}`}>
            <Trash2 aria-hidden size={16} /> Delete
          </Button>
        </div>
      </div>
    </article>
  )
}

/** Why there is nothing to show, or why what is shown is older than it should be. */
function Failure({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <p
      className={`wrap-anywhere mt-3 max-w-[90ch] border-l-2 pl-3 text-sm ${
        isOld ? 'border-fair' : 'border-weak text-weak'
      }`}
    >
      {children}
    </p>
  )
}

function Facts({ analysis }: { analysis: Analysis }) {
  const { status, totalKeywords, totalHeadings, wordCount, createdAt, analyzedAt } = analysis
  const parts =
    status === 'completed'
      ? [
          counted(totalKeywords, 'keyword'),
          counted(totalHeadings, 'heading'),
          counted(wordCount, 'word'),
          <Moment key="analyzed" label="Analyzed" at={analyzedAt ?? createdAt} />,
          ...nextUpdateOf(analysis),
        ]
      : [<Moment key="started" label="Started" at={createdAt} />]
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-sm tabular-nums">
      {parts.map((part, index) => (
        <li key={index}>{part}</li>
      ))}
    </ul>
  )
}

function nextUpdateOf({ autoUpdate, nextUpdateScheduled }: Analysis): ReactNode[] {
  if (!autoUpdate) return []
  if (!nextUpdateScheduled) return ['Auto-update enabled - will update daily']
  return [<Moment key="next" label="Next update:" at={nextUpdateScheduled} />]
}

function Moment({ label, at }: { label: string; at: string }) {
  return (
    <>
      {label} <time dateTime={at}>{showMoment(at)}</time>
    </>
  )
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
