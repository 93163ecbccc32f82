import { useState } from 'react'
import { AUDIT_ACTIONS, AUDIT_DAYS, type AuditAction, type AuditEntry } from '#domain/audit.ts'
import { messageOf, useAdminList } from '#web/admin/client.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { FilterSelect, ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const PATH = '/api/admin/audit'

/** 'sign_in_failed' reads 'Sign in failed'. */
const labelOf = (action: AuditAction) => {
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A word may be as long as a title, and a column without a least width would be as narrow as one letter. */
const FOREIGN_TEXT = 'wrap-anywhere block min-w-40'

const columns: Column<AuditEntry>[] = [
  {
    title: 'Time',
    show: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {showMoment(at)}
      </time>
    ),
  },
  {
    title: 'Who',
    show: ({ actor, userId }) => (
      <span className="whitespace-nowrap">
        {actor ?? <span className="text-muted">nobody signed in</span>}
        {userId !== null && <span className="text-muted"> #{userId}</span>}
      </span>
    ),
  },
  { title: 'Action', show: ({ action }) => <span className="whitespace-nowrap">{labelOf(action)}</span> },
  { title: 'Subject', show: ({ subject }) => <span className={FOREIGN_TEXT}>{subject}</span> },
  { title: 'Detail', show: ({ detail }) => <span className={FOREIGN_TEXT}>{detail}</span> },
  { title: 'From', show: ({ address }) => <span className="font-mono">{address}</span> },
]

export function AuditTab() {
  const [action, setAction] = useState('all')
  const [actor, setActor] = useState('')
  const filter = {
    ...(action === 'all' ? {} : { action }),
    ...(actor === '' ? {} : { actor }),
  }
  const list = useAdminList<AuditEntry>(PATH, filter)
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? []

  return (
    <AdminLayout
      title="Audit log"
      actions={
        <DownloadButton path={`${PATH}/csv?${new URLSearchParams(filter)}`}>Download CSV</DownloadButton>
      }
    >
      <p className="mb-4 text-muted text-sm">
        Who did what, when and from where; kept for {AUDIT_DAYS} days.
      </p>
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Search by name" onSearch={setActor} />
        <FilterSelect
          label="Action"
          value={action}
          onChange={setAction}
          options={[
            { value: 'all', label: 'All actions' },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: labelOf(value) })),
          ]}
        />
      </div>
      {list.isPending && <LoadingRows count={6} height="h-10" />}
      {list.isError && (
        <FailedState
          message={messageOf(list.error, 'The audit log could not be loaded')}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && entries.length === 0 && <EmptyState title="Nothing here yet" />}
      {entries.length > 0 && (
        <>
          <Table caption="Audit log" columns={columns} rows={entries} keyOf={({ id }) => id} />
          <ListEnd
            shown={entries.length}
            total={list.data?.pages[0]?.total ?? entries.length}
            isBusy={list.isFetchingNextPage}
            onMore={list.hasNextPage ? () => list.fetchNextPage() : null}
          />
        </>
      )}
    </AdminLayout>
  )
}
