import { changedFields, FIELD_LABELS, type PostField, type PostForm } from '#web/admin/blog/post-form.ts'
import { POST_STATUS_LABELS } from '#web/admin/blog/post-statuses.ts'
import { showMoment } from '#web/lib/dates.ts'
import { diffTexts, type Row } from './diff-texts.ts'

/** More rows would slow browsers and screen readers down. */
const ROWS_MAX = 500

/** For screen readers. */
type Names = { removed: string; added: string }

const VERSIONS: Names = { removed: 'Theirs', added: 'Mine' }

type Props = { theirs: PostForm; mine: PostForm; names?: Names }

/** Field-by-field differences between two versions. */
export function VersionDiff({ theirs, mine, names = VERSIONS }: Props) {
  return (
    <dl className="space-y-4">
      {changedFields(theirs, mine).map((field) => (
        <div key={field}>
          <dt className="font-medium text-sm">{FIELD_LABELS[field]}</dt>
          <dd className="mt-1 overflow-hidden rounded-control border border-border bg-surface text-sm">
            <Rows rows={diffTexts(textOf(theirs, field), textOf(mine, field))} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function textOf(form: PostForm, field: PostField): string {
  if (field === 'status') return POST_STATUS_LABELS[form.status]
  return field === 'publishAt' && form.publishAt !== '' ? showMoment(form.publishAt) : form[field]
}

function Rows({ rows, names }: { rows: Row[]; names: Names }) {
  return (
    <>
      {rows.slice(0, ROWS_MAX).map((row, index) => (
        <DiffRow key={index} row={row} names={names} />
      ))}
      {rows.length > ROWS_MAX && (
        <p className="px-3 py-1 text-muted">{(rows.length - ROWS_MAX).toLocaleString()} more lines</p>
      )}
    </>
  )
}

const LOOKS = {
  same: { sign: '', look: '' },
  removed: { sign: '−', look: 'border-weak border-l-4' },
  added: { sign: '+', look: 'border-good border-l-4' },
}

function DiffRow({ row, names }: { row: Row; names: Names }) {
  if (row.kind === 'skipped') {
    return (
      <p className="px-3 py-0.5 text-muted">
        {row.lines === 1 ? '1 unchanged line' : `${row.lines} unchanged lines`}
      </p>
    )
  }
  const { sign, look } = LOOKS[row.kind]
  const name = row.kind === 'same' ? null : names[row.kind]
  return (
    <p className={`wrap-anywhere flex gap-2 whitespace-pre-wrap px-3 py-0.5 ${look}`}>
      <span aria-hidden className="w-3 shrink-0 text-muted">
        {sign}
      </span>
      <span>
        {name && <span className="sr-only">{name}: </span>}
        {row.pieces.map(({ kind, text }, index) =>
          kind === 'same' ? text : <Changed key={index} kind={kind} text={text} />,
        )}
      </span>
    </p>
  )
}

function Changed({ kind, text }: { kind: 'removed' | 'added'; text: string }) {
  return kind === 'removed' ? (
    <del className="rounded bg-weak/15 no-underline">{text}</del>
  ) : (
    <ins className="rounded bg-good/20 no-underline">{text}</ins>
  )
}
