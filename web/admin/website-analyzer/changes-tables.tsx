import { ArrowDown, ArrowUp } from 'lucide-react'
import type { AnalysisChanges } from '#domain/analyses.ts'
import { type Column, Table } from '#web/ui/table.tsx'

const ROWS_MAX = 50

type RankedKeyword = AnalysisChanges['gained'][number]
type MovedKeyword = AnalysisChanges['moved'][number]

const keyword: Column<RankedKeyword> = {
  title: 'Keyword',
  show: ({ keyword }) => <bdi className="wrap-anywhere font-mono">{keyword}</bdi>,
}

const rankedColumns: Column<RankedKeyword>[] = [
  keyword,
  { title: 'Rank', isNumber: true, width: 4, hides: 2, show: ({ rank }) => rank },
  {
    title: 'Relevance',
    isNumber: true,
    width: 6,
    hides: 1,
    show: ({ relevanceScore }) => `${relevanceScore}/10`,
  },
]

const movedColumns: Column<MovedKeyword>[] = [
  keyword,
  {
    title: 'Rank',
    isNumber: true,
    width: 7.5,
    hides: 2,
    show: ({ previousRank, rank }) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <FromTo from={previousRank} to={rank} />
        <Direction isUp={rank < previousRank} />
      </span>
    ),
  },
  {
    title: 'Relevance',
    isNumber: true,
    width: 7,
    hides: 1,
    show: (row) => <FromTo from={row.previousRelevanceScore} to={row.relevanceScore} />,
  },
]

type TablesProps = Pick<AnalysisChanges, 'gained' | 'lost' | 'moved'>

export const ChangesTables = ({ gained, lost, moved }: TablesProps) => (
  <>
    <KeywordTable title="Gained" rows={gained} columns={rankedColumns} none="No new keywords." />
    <KeywordTable title="Lost" rows={lost} columns={rankedColumns} none="No lost keywords." />
    <KeywordTable title="Moved" rows={moved} columns={movedColumns} none="No keyword moved significantly." />
  </>
)

type Props<Row> = { title: string; rows: Row[]; columns: Column<Row>[]; none: string }

function KeywordTable<Row extends RankedKeyword>({ title, rows, columns, none }: Props<Row>) {
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
          rows={rows.slice(0, ROWS_MAX)}
          keyOf={({ keyword }) => keyword}
          maxHeight="max-h-96"
        />
      )}
      {rows.length > ROWS_MAX && (
        <p className="text-muted text-sm">
          Showing {ROWS_MAX} of {rows.length}
        </p>
      )}
    </section>
  )
}

function FromTo({ from, to }: { from: number; to: number }) {
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
