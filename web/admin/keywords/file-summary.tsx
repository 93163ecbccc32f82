import { Download } from 'lucide-react'
import { FIELDS, type Field, type Mapping, noKeywordColumn } from '#domain/keyword-csv/columns.ts'
import { ENCODINGS, type Encoding, isEncoding } from '#domain/text-encoding.ts'
import { saveFile } from '#web/admin/download.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { optionsOf, SelectField } from '#web/ui/select-field.tsx'
import type { Summary } from './read-keyword-file.ts'

const FIELD_LABELS: Record<Field, string> = {
  keyword: 'Keyword',
  position: 'Position',
  searchVolume: 'Search volume',
  traffic: 'Traffic',
}

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

/** Further columns are shown only if they are uploaded. */
const SHOWN_COLUMNS = 12

/** The first rows, with the meaning of each column. */
function FilePreview({ summary: { names, mapping, samples } }: { summary: Summary }) {
  const columns = names
    .map((name, index) => ({
      index,
      name: name || `Column ${index + 1}`,
      field: FIELDS.find((field) => mapping[field] === index),
    }))
    .filter(({ index, field }) => field || index < SHOWN_COLUMNS)
  const left = names.length - columns.length
  return (
    <div>
      <section
        aria-label="First rows of the file"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control border border-border"
      >
        <table className="w-full text-left text-sm">
          <caption className="sr-only">First rows of the file</caption>
          <thead>
            <tr className="bg-bg">
              {columns.map(({ index, name, field }) => (
                <th key={index} scope="col" className="px-3 py-2 align-top font-medium">
                  <bdi className="block max-w-56 truncate">{name}</bdi>
                  <span
                    className={`whitespace-nowrap font-normal ${field ? 'text-accent-text' : 'text-muted'}`}
                  >
                    {field ? `→ ${FIELD_LABELS[field]}` : 'Not uploaded'}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono tabular-nums">
            {samples.map((cells, row) => (
              <tr key={row} className="border-border border-t">
                {columns.map(({ index, field }) => (
                  <td key={index} className={`px-3 py-1.5 ${field ? '' : 'text-muted'}`}>
                    <bdi className="block max-w-56 truncate">{cells[index]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && (
        <p className="mt-2 text-muted text-sm">
          {left.toLocaleString()} more {left === 1 ? 'column is' : 'columns are'} not uploaded.
        </p>
      )}
    </div>
  )
}

export function SkippedList({
  title,
  summary: { skipped, reasons, skippedFile },
}: {
  title: string
  summary: Summary
}) {
  if (skippedFile === null) return null
  return (
    <div className="text-sm">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 mb-3 list-disc space-y-0.5 pl-5 text-muted">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {skipped > reasons.length && <li>and {(skipped - reasons.length).toLocaleString()} more</li>}
      </ul>
      <Button onClick={() => saveFile(skippedFile, 'skipped-rows.csv')}>
        <Download aria-hidden size={18} />
        Download skipped rows
      </Button>
    </div>
  )
}
