import { FIELDS, type Field, type Mapping } from '#domain/keyword-csv/columns.ts'
import { MESSAGES } from '#domain/keywords.ts'
import { Field as FormField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import type { Summary } from './csv-reading.ts'

const LABELS: Record<Field, string> = {
  keyword: 'Keyword',
  position: 'Position',
  searchVolume: 'Search volume',
  traffic: 'Traffic',
}

const NONE = 'none'

type Props = {
  summary: Summary
  /** Null while the mapping can't be changed. */
  onMap: ((mapping: Mapping) => void) | null
}

/** What was found in a file: which columns hold what, how many rows, and which were left out. */
export function FileSummary({ summary, onMap }: Props) {
  const { mapping, rows, duplicates, skipped, reasons } = summary
  return (
    <div className="space-y-5">
      {mapping.keyword === null && (
        <FailureNotice>
          <p>{MESSAGES.noKeywordColumn}</p>
          <p>{adviceFor(summary)}</p>
        </FailureNotice>
      )}
      <fieldset
        disabled={onMap === null}
        className="grid gap-x-4 gap-y-3 *:min-w-0 sm:grid-cols-2 xl:grid-cols-4"
      >
        <legend className="mb-2 font-medium">Columns</legend>
        {FIELDS.map((field) => (
          <ColumnChoice key={field} field={field} summary={summary} onMap={onMap} />
        ))}
      </fieldset>
      <dl className="grid grid-cols-3 gap-3 sm:max-w-lg">
        <Count label="Rows" value={rows} />
        <Count label="Skipped rows" value={skipped} />
        <Count label="Repeated keywords" value={duplicates} />
      </dl>
      {skipped > 0 && (
        <div className="text-sm">
          <p className="font-medium">Rows that will not be uploaded</p>
          <ul className="mt-1 list-disc space-y-0.5 pl-5 text-muted">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {skipped > reasons.length && <li>and {(skipped - reasons.length).toLocaleString()} more</li>}
          </ul>
        </div>
      )}
    </div>
  )
}

function adviceFor({ names }: Summary): string {
  const isPagesExport = names[0]?.toLowerCase() === 'top pages'
  return isPagesExport
    ? 'This is the list of pages from Google Search Console; the keywords are in its Queries.csv.'
    : 'If one of the columns holds the keywords, please choose it below.'
}

function ColumnChoice({ field, summary, onMap }: Props & { field: Field }) {
  const { names, mapping, samples } = summary
  const column = mapping[field]
  const examples = column === null ? [] : samples.map((row) => row[column]).filter(Boolean)
  const choose = (value: string) => onMap?.({ ...mapping, [field]: value === NONE ? null : Number(value) })
  return (
    <FormField
      label={LABELS[field]}
      hint={<span className="block min-h-5 truncate font-mono">{examples.join(' · ')}</span>}
    >
      {(control) => (
        <select
          {...control}
          value={column ?? NONE}
          onChange={(event) => choose(event.target.value)}
          className={`${control.className} min-h-11`}
        >
          <option value={NONE}>Not in this file</option>
          {names.map((name, index) => (
            <option key={index} value={index}>
              {name || `Column ${index + 1}`}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value.toLocaleString()}</dd>
    </div>
  )
}
