import type { ReactNode } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisDetails } from '#domain/analyses.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { caveatOf } from './columns.tsx'
import { HeadingOutline } from './heading-outline.tsx'
import { REFETCH_ON_OPEN } from './queries.ts'
import { UntrustedLink } from './untrusted-link.tsx'

type Props = { analysis: Analysis; onClose: () => void }

export function DetailsDialog({ analysis, onClose }: Props) {
  const { id, domain, url } = analysis
  const note = caveatOf(analysis)
  const { data, error, isPending, isError, refetch } = useAdminQuery(
    `${ANALYZER_PATH}/analysis/:id/details`,
    { params: { id }, ...REFETCH_ON_OPEN },
  )
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Details of ${domain}`}
      description={<bdi>{url}</bdi>}
      size="wide"
    >
      {note !== null && (
        <div className="mb-6">
          <Remark>{note}</Remark>
        </div>
      )}
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
          Address: <UntrustedLink url={details.finalUrl} />,
          Canonical: details.canonical && <UntrustedLink url={details.canonical} />,
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
          Size: formatBytes(details.bytes),
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
