import { useState } from 'react'
import { KEYWORD_SORTS, KEYWORDS_PATH, type Keyword } from '#domain/keywords.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { urlOf } from '#web/lib/api.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'

/** Positions up to this are green. */
const GREEN_MAX = 3
const YELLOW_MAX = 10

const columns: Column<Keyword>[] = [
  {
    title: 'Keyword',
    sort: 'keyword',
    onCard: 'title',
    show: ({ keyword }) => (
      <span title={keyword} className="font-mono">
        {keyword}
      </span>
    ),
  },
  {
    title: 'Position',
    sort: 'position',
    width: 7,
    show: ({ position }) => <Position position={position} />,
  },
  {
    title: 'Search Volume',
    sort: 'searchVolume',
    firstOrder: 'desc',
    width: 9.5,
    hides: 2,
    isNumber: true,
    show: ({ searchVolume }) => <Figure value={searchVolume} noun="searches" />,
  },
  {
    title: 'Traffic',
    sort: 'traffic',
    firstOrder: 'desc',
    width: 7.5,
    hides: 3,
    isNumber: true,
    show: ({ traffic }) => <Figure value={traffic} noun="visits" />,
  },
  timeColumn('Upload Date', 'uploadedAt', { hides: 1, onCard: 'hidden' }),
]

export function RecentKeywords() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">Recent Keywords</h3>
        <div className="flex flex-wrap gap-2">
          <DownloadButton path={urlOf(`${KEYWORDS_PATH}/csv`)}>Download CSV</DownloadButton>
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'View All'}
          </Button>
        </div>
      </div>
      {isOpen && <KeywordList />}
    </div>
  )
}

function KeywordList() {
  const list = useList({
    path: KEYWORDS_PATH,
    sorts: KEYWORD_SORTS,
    defaultSorting: { sort: 'uploadedAt', order: 'desc' },
    prefix: 'keywords-',
  })
  return (
    <List
      name="Recent Keywords"
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ keyword }) => keyword}
      searchLabel="Search keywords"
      empty={<EmptyState title="No keywords yet" />}
      noMatch="No keywords match"
      failure="The keywords could not be loaded"
      noteOf={(shown, total) => (total > shown ? `Showing ${shown} of ${total} keywords` : null)}
    />
  )
}

function Position({ position }: { position: number | null }) {
  if (position === null) return 'N/A'
  return <Badge look={lookOf(position)}>{position.toLocaleString()}</Badge>
}

function lookOf(position: number): BadgeLook {
  if (position <= GREEN_MAX) return 'good'
  return position <= YELLOW_MAX ? 'fair' : 'weak'
}

/** Cards have no column headings, so the unit goes next to the number. */
function Figure({ value, noun }: { value: number | null; noun: string }) {
  return (
    <>
      {value === null ? 'N/A' : value.toLocaleString()}
      <span className="@2xl:hidden"> {noun}</span>
    </>
  )
}
