import { FIELDS, type Field, type Mapping } from '#domain/keyword-csv/columns.ts'
import { MESSAGES } from '#domain/keywords.ts'
import { Field as FormField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import type { Summary } from './csv-reading.ts'
import { ENCODINGS, type Encoding, isEncoding } from './encoding.ts'

const LABELS: Record<Field, string> = {
  keyword: 'Keyword',
  position: 'Position',
  searchVolume: 'Search volume',
  traffic: 'Traffic',
}

const NONE = 'none'

type Props = {
  summary: Summary
  /** Null while nothing can be changed. */
  choose: { remap: (mapping: Mapping) => void; recode: (encoding: Encoding) => void } | null
}

/** What was found in a file: which columns hold what, how many rows, and which were left out. */
export function FileSummary({ summary, choose }: Props) {
  const { mapping, rows, duplicates, skipped, reasons } = summary
  return (
    <div className="space-y-5">
      {mapping.keyword === null && (
        <FailureNotice>
          <p>{MESSAGES.noKeywordColumn}</p>
          <p>{adviceFor(summary)}</p>
        </FailureNotice>
      )}
      <EncodingChoice summary={summary} choose={choose} />
      <fieldset
        disabled={choose === null}
        className="grid gap-x-4 gap-y-3 *:min-w-0 sm:grid-cols-2 xl:grid-cols-4"
      >
        <legend className="mb-2 font-medium">Columns</legend>
        {FIELDS.map((field) => (
          <ColumnChoice key={field} field={field} summary={summary} choose={choose} />
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

/** UTF-16 is certain where it is found: nothing else reads as it, and it reads as nothing else. */
const OFFERED = Object.keys(ENCODINGS)
  .filter(isEncoding)
  .filter((encoding) => !encoding.startsWith('utf-16'))

function EncodingChoice({ summary: { encoding }, choose }: Props) {
  const offered = OFFERED.includes(encoding) ? OFFERED : [encoding]
  return (
    <div className="max-w-md">
      <FormField
        label="Text encoding"
        hint="Guessed from the file. If the samples below are garbled, choose another."
      >
        {(control) => (
          <select
            {...control}
            disabled={choose === null}
            value={encoding}
            onChange={({ target: { value } }) => isEncoding(value) && choose?.recode(value)}
            className={`${control.className} min-h-11`}
          >
            {offered.map((name) => (
              <option key={name} value={name}>
                {ENCODINGS[name]}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </div>
  )
}

function ColumnChoice({ field, summary, choose }: Props & { field: Field }) {
  const { names, mapping, samples } = summary
  const column = mapping[field]
  const examples = column === null ? [] : samples.map((row) => row[column]).filter(Boolean)
  const map = (value: string) => choose?.remap({ ...mapping, [field]: value === NONE ? null : Number(value) })
  return (
    <FormField
      label={LABELS[field]}
      hint={<span className="block min-h-5 truncate font-mono">{examples.join(' · ')}</span>}
    >
      {(control) => (
        <select
          {...control}
          value={column ?? NONE}
          onChange={(event) => map(event.target.value)}
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
