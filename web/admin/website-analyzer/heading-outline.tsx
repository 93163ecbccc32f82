import type { AnalysisDetails } from '#domain/analyses.ts'

const INDENTS = ['', 'pl-3 sm:pl-5', 'pl-6 sm:pl-10', 'pl-9 sm:pl-15', 'pl-12 sm:pl-20', 'pl-15 sm:pl-25']

type Props = { headings: AnalysisDetails['headings']; total: number }

export function HeadingOutline({ headings, total }: Props) {
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
