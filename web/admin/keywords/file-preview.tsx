import { FIELDS, type Field } from '#domain/keyword-csv/columns.ts'
import type { Summary } from './read-keyword-file.ts'

export const FIELD_LABELS: Record<Field, string> = {
  keyword: 'Keyword',
  position: 'Position',
  searchVolume: 'Search volume',
  traffic: 'Traffic',
}

/** Further columns are shown only if they are uploaded. */
const SHOWN_COLUMNS = 12

/** The first rows, with the meaning of each column. */
export function FilePreview({ summary: { names, mapping, samples } }: { summary: Summary }) {
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
