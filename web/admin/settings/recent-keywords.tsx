import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEYWORDS_PATH, type Keyword } from '#domain/keywords.ts'
import { messageOf, sendAdmin } from '#web/admin/client.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { SearchBox } from '#web/admin/list-tools.tsx'
import { showDate } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { type Column, type Order, Table } from '#web/ui/table.tsx'
import { KEYWORDS_KEY } from './keys.ts'

const SHOWN = 50
/** Positions up to each of these have its colour. */
const GREEN_UNTIL = 3
const YELLOW_UNTIL = 10

const columns: Column<Keyword>[] = [
  {
    title: 'Keyword',
    sortName: 'keyword',
    show: ({ keyword }) => <span className="inline-block min-w-48 break-words font-mono">{keyword}</span>,
  },
  { title: 'Position', sortName: 'position', show: ({ position }) => <Position position={position} /> },
  {
    title: 'Search Volume',
    sortName: 'searchVolume',
    isNumber: true,
    show: ({ searchVolume }) => showNumber(searchVolume),
  },
  { title: 'Traffic', sortName: 'traffic', isNumber: true, show: ({ traffic }) => showNumber(traffic) },
  {
    title: 'Upload Date',
    sortName: 'uploadedAt',
    show: ({ uploadedAt }) => (
      <time dateTime={uploadedAt} className="whitespace-nowrap">
        {showDate(uploadedAt)}
      </time>
    ),
  },
]

/** What a first click on a column asks for: names from A, positions from the best, numbers from the most. */
const FIRST_ORDER: Readonly<Record<string, Order>> = { keyword: 'asc', position: 'asc' }

export function RecentKeywords() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">Recent Keywords</h3>
        <div className="flex flex-wrap gap-2">
          <DownloadButton path={`${KEYWORDS_PATH}/csv`}>Download CSV</DownloadButton>
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'View All'}
          </Button>
        </div>
      </div>
      {isOpen && <KeywordTable />}
    </div>
  )
}

function KeywordTable() {
  const [search, setSearch] = useState('')
  const [{ by, order }, setSorting] = useState<{ by: string; order: Order }>({
    by: 'uploadedAt',
    order: 'desc',
  })
  const { data, error, isPending, isError, refetch } = useKeywords({ sort: by, order, search })

  const sortBy = (name: string) =>
    setSorting({ by: name, order: name === by ? opposite(order) : (FIRST_ORDER[name] ?? 'desc') })

  return (
    <>
      <div className="mb-3 flex">
        <SearchBox label="Search keywords" onSearch={setSearch} />
      </div>
      {isPending && <LoadingRows count={6} height="h-10" />}
      {isError && (
        <FailedState message={messageOf(error, 'The keywords could not be loaded')} onRetry={refetch} />
      )}
      {data?.total === 0 && <EmptyState title={search === '' ? 'No keywords yet' : 'No keywords match'} />}
      {data && data.total > 0 && (
        <Table
          caption="Recent Keywords"
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
          sorting={{ by, order, onSort: sortBy }}
        />
      )}
      {data && data.total > SHOWN && (
        <p className="mt-3 text-muted text-sm">
          Showing {SHOWN} of {data.total} keywords
        </p>
      )}
    </>
  )
}

const opposite = (order: Order): Order => (order === 'asc' ? 'desc' : 'asc')

type Query = { sort: string; order: Order; search: string }

/** The first of all keywords in that order; while others are fetched, the last ones stay. */
function useKeywords({ sort, order, search }: Query) {
  const parameters = new URLSearchParams({
    limit: String(SHOWN),
    sort,
    order,
    ...(search === '' ? {} : { search }),
  })
  return useQuery({
    queryKey: [...KEYWORDS_KEY, parameters.toString()],
    queryFn: async ({ signal }) => {
      const response = await sendAdmin('GET', `${KEYWORDS_PATH}?${parameters}`, undefined, signal)
      const rows: Keyword[] = await response.json()
      return { rows, total: Number(response.headers.get('x-total-count')) }
    },
    placeholderData: keepPreviousData,
  })
}

function Position({ position }: { position: number | null }) {
  if (position === null) return 'N/A'
  return <Badge look={lookOf(position)}>{position.toLocaleString()}</Badge>
}

function lookOf(position: number): BadgeLook {
  if (position <= GREEN_UNTIL) return 'good'
  return position <= YELLOW_UNTIL ? 'fair' : 'weak'
}

const showNumber = (value: number | null) => (value === null ? 'N/A' : value.toLocaleString())
