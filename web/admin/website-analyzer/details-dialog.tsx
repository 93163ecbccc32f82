import type { ReactNode } from 'react'
import { ANALYZER_PATH, type Analysis, type AnalysisDetails } from '#domain/analyses.ts'
import { formatBytes } from '#domain/format-bytes.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { FactList } from '#web/admin/facts.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { caveatOf } from './columns.tsx'
import { REFETCH_ON_OPEN } from './queries.ts'
import { UntrustedLink } from './untrusted-link.tsx'

type Props = { analysis: Analysis; onClose: () => void }

export function DetailsDialog({ analysis, onClose }: Props) {
  const { id, domain, url } = analysis
  const note = caveatOf(analysis)
  const details = useAdminQuery(`${ANALYZER_PATH}/analysis/:id/details`, {
    params: { id },
    ...REFETCH_ON_OPEN,
  })
  return (
    <Dialog onClose={onClose} title={`Details of ${domain}`} description={<bdi>{url}</bdi>} size="wide">
      {note !== null && (
        <div className="mb-6">
          <Remark>{note}</Remark>
        </div>
      )}
      <Loaded query={details} failure="The details could not be loaded" rows={4} height="h-16">
        {(details) => <Details details={details} />}
      </Loaded>
    </Dialog>
  )
}

function Details({ details }: { details: AnalysisDetails }) {
  const types = details.jsonLdTypes.join(', ')
  return (
    <div className="space-y-8">
      <Group
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
      <Group
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
      <Group title="Open Graph" facts={details.openGraph} none="This page has no Open Graph properties." />
      <Group
        title="Structured data"
        facts={types === '' ? {} : { 'JSON-LD types': types }}
        none="This page has no JSON-LD."
      />
      <HeadingOutline headings={details.headings} total={details.totalHeadings} />
    </div>
  )
}

type GroupProps = { title: string; facts: Record<string, ReactNode>; none?: string }

function Group({ title, facts, none }: GroupProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-base">{title}</h3>
      {Object.keys(facts).length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <FactList facts={facts} missing="None" />
      )}
    </section>
  )
}

const INDENTS = ['', 'pl-3 sm:pl-5', 'pl-6 sm:pl-10', 'pl-9 sm:pl-15', 'pl-12 sm:pl-20', 'pl-15 sm:pl-25']

type HeadingOutlineProps = { headings: AnalysisDetails['headings']; total: number }

function HeadingOutline({ headings, total }: HeadingOutlineProps) {
  return (
    <section aria-label="Headings">
      <h3 className="mb-2 text-base">
        Headings <span className="font-normal text-muted tabular-nums">{total.toLocaleString()}</span>
      </h3>
      {headings.length === 0 && <p className="text-muted text-sm">This page has no headings.</p>}
      <ol className="space-y-1.5 text-sm">
        {headings.map(({ level, text }, index) => (
          <li key={index} className={`flex gap-3 ${INDENTS[level - 1] ?? ''}`}>
            <span className="shrink-0 font-mono text-muted">H{level}</span>
            <bdi className="wrap-anywhere min-w-0">{text}</bdi>
          </li>
        ))}
      </ol>
      {headings.length < total && (
        <p className="mt-3 text-muted text-sm">
          Showing the first {headings.length.toLocaleString()} of {total.toLocaleString()}
        </p>
      )}
    </section>
  )
}
