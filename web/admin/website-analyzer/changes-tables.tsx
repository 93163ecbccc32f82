import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AnalysisChanges } from '#domain/analyses.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const SHOWN = 50

type Ranked = AnalysisChanges['gained'][number]
type Moved = AnalysisChanges['moved'][number]

const keyword: Column<Ranked> = {
  title: 'Keyword',
  show: ({ keyword }) => (
    <bdi className="wrap-anywhere inline-block max-w-80 font-mono max-sm:min-w-24">{keyword}</bdi>
  ),
}

const rankedColumns: Column<Ranked>[] = [
  keyword,
  { title: 'Rank', isNumber: true, show: ({ rank }) => rank },
  { title: 'Relevance', isNumber: true, show: ({ relevanceScore }) => `${relevanceScore}/10` },
]

const movedColumns: Column<Moved>[] = [
  keyword,
  {
    title: 'Rank',
    isNumber: true,
    show: ({ previousRank, rank }) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <Way from={previousRank} to={rank} />
        <Direction isUp={rank < previousRank} />
      </span>
    ),
  },
  {
    title: 'Relevance',
    isNumber: true,
    isExtra: true,
    show: (row) => <Way from={row.previousRelevanceScore} to={row.relevanceScore} />,
  },
]

export const GainedTable = ({ rows }: { rows: Ranked[] }) => (
  <Changed title="Gained" rows={rows} columns={rankedColumns} none="No keyword is new." />
)

export const LostTable = ({ rows }: { rows: Ranked[] }) => (
  <Changed title="Lost" rows={rows} columns={rankedColumns} none="No keyword is gone." />
)

export const MovedTable = ({ rows }: { rows: Moved[] }) => (
  <Changed
    title="Moved"
    rows={rows}
    columns={movedColumns}
    none="No keyword stands notably higher or lower than then."
  />
)

type Props<Row> = { title: string; rows: Row[]; columns: Column<Row>[]; none: string }

function Changed<Row extends Ranked>({ title, rows, columns, none }: Props<Row>) {
  return (
    <section aria-label={title} className="space-y-3">
      <h3 className="text-base">
        {title} <span className="font-normal text-muted tabular-nums">{rows.length.toLocaleString()}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <Table
          caption={`${title} keywords`}
          columns={columns}
          rows={rows.slice(0, SHOWN)}
          keyOf={({ keyword }) => keyword}
          maxHeight="max-h-96"
        />
      )}
      {rows.length > SHOWN && (
        <p className="text-muted text-sm">
          Showing {SHOWN} of {rows.length}
        </p>
      )}
    </section>
  )
}

function Way({ from, to }: { from: number; to: number }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted">{from}</span> → {to}
    </span>
  )
}

function Direction({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? ArrowUp : ArrowDown
  return (
    <>
      <Icon aria-hidden size={16} className={isUp ? 'text-good' : 'text-weak'} />
      <span className="sr-only">{isUp ? 'higher' : 'lower'}</span>
    </>
  )
}
