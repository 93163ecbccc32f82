import { FileSearch, RotateCw, Sparkles, Tags, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Analysis, AnalysisStatus } from '#domain/analyses.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Remark } from '#web/ui/notice.tsx'
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

/** On a phone one row of buttons that are equally wide. */
const ACTIONS = 'flex gap-2 *:max-sm:grow *:max-sm:basis-0 *:max-sm:px-1 *:max-sm:text-sm sm:contents'

type Props = {
  analysis: Analysis
  isStarting: boolean
  onAnalyzeAgain: () => void
  onOpen: (kind: 'keywords' | 'advice' | 'details' | 'delete') => void
}

export function AnalysisRow({ analysis, isStarting, onAnalyzeAgain, onOpen }: Props) {
  const { url, domain, title, status, metaDescription, errorMessage, analyzedAt } = analysis
  const name = title?.trim() || domain
  const badge = badgeOf(status)
  /** There are keywords, if only of an earlier time. */
  const hasResult = analyzedAt !== null
  const isPending = status === 'pending'
  const again = hasResult ? 'Analyze Again' : 'Try Again'
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
        {errorMessage && (
          <div className="mt-3">
            <Remark look={hasResult ? 'fair' : 'weak'}>{errorMessage}</Remark>
          </div>
        )}
        {!errorMessage && status === 'completed' && analysis.wordCount < FEW_WORDS && (
          <div className="mt-3">
            <Remark>{hardlyReadable(analysis.wordCount)}</Remark>
          </div>
        )}
        <Facts analysis={analysis} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-border border-t px-4 py-3">
        {status === 'completed' && (
          <div className="w-full lg:mr-auto lg:w-auto">
            <AutoUpdateSwitch analysis={analysis} />
          </div>
        )}
        <div className="flex w-full flex-col gap-2 sm:w-auto sm:flex-row sm:flex-wrap sm:justify-end">
          <div className={ACTIONS}>
            <Button
              onClick={() => onOpen('keywords')}
              disabled={!hasResult}
              aria-label={`View Keywords of ${name}`}
            >
              <Tags aria-hidden size={16} /> View Keywords
            </Button>
            <Button
              onClick={() => onOpen('advice')}
              disabled={!hasResult}
              aria-label={`AI Analysis of ${name}`}
            >
              <Sparkles aria-hidden size={16} /> AI Analysis
            </Button>
          </div>
          <div className={ACTIONS}>
            {hasResult && (
              <Button onClick={() => onOpen('details')} aria-label={`Details of ${name}`}>
                <FileSearch aria-hidden size={16} /> Details
              </Button>
            )}
            {(hasResult || !isPending) && (
              <Button
                onClick={onAnalyzeAgain}
                disabled={isPending || isStarting}
                aria-label={`${again}: ${name}`}
              >
                <RotateCw aria-hidden size={16} />
                <span>
                  {hasResult ? <span className="max-sm:hidden">Analyze </span> : 'Try '}
                  Again
                </span>
              </Button>
            )}
            <Button look="danger" onClick={() => onOpen('delete')} aria-label={`Delete ${name}`}>
              <Trash2 aria-hidden size={16} /> Delete
            </Button>
          </div>
        </div>
      </div>
    </article>
  )
}

/** So few that they may be no more than what a page without its scripts says. */
const FEW_WORDS = 20

const hardlyReadable = (words: number) =>
  `${words === 0 ? 'No text was' : `Only ${counted(words, 'word')} ${words === 1 ? 'was' : 'were'}`} found on this page. If it is made by scripts, there is more in a browser: pages are read as they are sent.`

function Facts({ analysis }: { analysis: Analysis }) {
  const { totalKeywords, totalHeadings, wordCount, createdAt, analyzedAt } = analysis
  const parts =
    analyzedAt !== null
      ? [
          counted(totalKeywords, 'keyword'),
          counted(totalHeadings, 'heading'),
          counted(wordCount, 'word'),
          <Moment key="analyzed" label="Analyzed" at={analyzedAt} />,
          ...nextUpdateOf(analysis),
        ]
      : [<Moment key="added" label="Added" at={createdAt} />]
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
