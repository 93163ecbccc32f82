import { FIELDS, type Field, type Mapping, noKeywordColumn } from '#domain/keyword-csv/columns.ts'
import { ENCODINGS, type Encoding, isEncoding } from '#domain/text-encoding.ts'
import { FailureNotice } from '#web/ui/notice.tsx'
import { optionsOf, SelectField } from '#web/ui/select-field.tsx'
import { FIELD_LABELS, FilePreview } from './file-preview.tsx'
import type { Summary } from './read-keyword-file.ts'
import { SkippedList } from './skipped-list.tsx'

const NONE = 'none'

type Props = {
  summary: Summary
  /** Null while the upload runs. */
  choose: { changeMapping: (mapping: Mapping) => void; changeEncoding: (encoding: Encoding) => void } | null
}

export function FileSummary({ summary, choose }: Props) {
  const { mapping, rows, duplicates, skipped } = summary
  return (
    <div className="space-y-5">
      {mapping.keyword === null && (
        <FailureNotice>
          <p>{noKeywordColumn(summary.names)}</p>
          <p>{adviceFor(summary)}</p>
        </FailureNotice>
      )}
      <fieldset
        disabled={choose === null}
        className="grid gap-x-4 gap-y-3 *:min-w-0 sm:grid-cols-2 xl:grid-cols-5"
      >
        <legend className="sr-only">Columns</legend>
        {FIELDS.map((field) => (
          <ColumnChoice key={field} field={field} summary={summary} choose={choose} />
        ))}
        <EncodingChoice summary={summary} choose={choose} />
      </fieldset>
      <FilePreview summary={summary} />
      <dl className="grid grid-cols-3 gap-3 sm:max-w-lg">
        <Count label="Rows" value={rows} />
        <Count label="Skipped rows" value={skipped} />
        <Count label="Repeated keywords" value={duplicates} />
      </dl>
      <SkippedList title="Rows that will not be uploaded" summary={summary} />
    </div>
  )
}

function adviceFor({ names }: Summary): string {
  const isPagesExport = names[0]?.toLowerCase() === 'top pages'
  return isPagesExport
    ? 'This is the list of pages from Google Search Console; the keywords are in its Queries.csv.'
    : 'If one of the columns holds the keywords, please choose it below.'
}

function ColumnChoice({ field, summary: { names, mapping }, choose }: Props & { field: Field }) {
  const columns = names.map((name, index) => ({ value: String(index), label: name || `Column ${index + 1}` }))
  return (
    <SelectField
      label={FIELD_LABELS[field]}
      options={[{ value: NONE, label: 'Not in this file' }, ...columns]}
      value={String(mapping[field] ?? NONE)}
      onChange={(value) =>
        choose?.changeMapping({ ...mapping, [field]: value === NONE ? null : Number(value) })
      }
    />
  )
}

/** UTF-16 is detected with certainty, so it can't be changed. */
const OFFERED = Object.keys(ENCODINGS)
  .filter(isEncoding)
  .filter((encoding) => !encoding.startsWith('utf-16'))

function EncodingChoice({ summary: { encoding }, choose }: Props) {
  return (
    <SelectField
      label="Text encoding"
      hint="Change it if the rows below are garbled."
      options={optionsOf(OFFERED.includes(encoding) ? OFFERED : [encoding], ENCODINGS)}
      value={encoding}
      onChange={(encoding) => choose?.changeEncoding(encoding)}
    />
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
