import type { ReactNode } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisDetails } from '#domain/analyses.ts'
import { showBytes } from '#domain/show-bytes.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedState, LoadingRows } from '#web/ui/states.tsx'
import { HeadingOutline } from './heading-outline.tsx'
import { OutsideLink } from './outside-link.tsx'
import { AS_OPENED } from './queries.ts'

type Props = { analysis: Analysis; onClose: () => void }

/** What else is known of a page. */
export function DetailsDialog({ analysis: { id, domain, url }, onClose }: Props) {
  const { data, error, isPending, isError, refetch } = useAdminQuery<AnalysisDetails>(
    [ANALYZER_PATH, 'analysis', String(id), 'details'],
    AS_OPENED,
  )
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Details of ${domain}`}
      description={<bdi>{url}</bdi>}
      size="wide"
    >
      {isPending && <LoadingRows count={4} height="h-16" />}
      {isError && (
        <FailedState message={messageOf(error, 'The details could not be loaded')} onRetry={refetch} />
      )}
      {data && <Details details={data} />}
    </Dialog>
  )
}

function Details({ details }: { details: AnalysisDetails }) {
  const types = details.jsonLdTypes.join(', ')
  return (
    <div className="space-y-8">
      <Facts
        title="Page"
        facts={{
          Title: details.title,
          Description: details.metaDescription,
          Address: <OutsideLink url={details.finalUrl} />,
          Canonical: details.canonical && <OutsideLink url={details.canonical} />,
          Robots: details.robots,
          Language: details.lang,
          Words: details.wordCount.toLocaleString(),
        }}
      />
      <Facts
        title="Response"
        facts={{
          Status: details.status,
          'Content type': details.contentType,
          'Character set': details.charset,
          'Response time': `${details.responseMilliseconds.toLocaleString()} ms`,
          Size: showBytes(details.bytes),
          Analyzed: <time dateTime={details.analyzedAt}>{showMoment(details.analyzedAt)}</time>,
        }}
      />
      <Facts title="Open Graph" facts={details.openGraph} none="This page has no Open Graph properties." />
      <Facts
        title="Structured data"
        facts={types === '' ? {} : { 'JSON-LD types': types }}
        none="This page has no JSON-LD."
      />
      <HeadingOutline headings={details.headings} total={details.totalHeadings} />
    </div>
  )
}

type FactsProps = { title: string; facts: Record<string, ReactNode>; none?: string }

function Facts({ title, facts, none }: FactsProps) {
  const entries = Object.entries(facts)
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-base">{title}</h3>
      {entries.length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <dl className="divide-y divide-border border-border border-y text-sm">
          {entries.map(([label, value]) => (
            <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[11rem_1fr]">
              <dt className="wrap-anywhere text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">
                {value || value === 0 ? <bdi>{value}</bdi> : <span className="text-muted">None</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
