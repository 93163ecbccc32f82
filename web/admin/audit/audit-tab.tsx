import { useState } from 'react'
import { AUDIT_ACTIONS, AUDIT_DAYS, AUDIT_SORTS, type AuditEntry } from '#domain/audit.ts'
import { DownloadButton } from '#web/admin/download-button.tsx'
import { FactList } from '#web/admin/facts.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { urlOf } from '#web/lib/api.ts'
import { showMoment } from '#web/lib/dates.ts'
import { EmptyState } from '#web/ui/data-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Actor, actionLabel } from './entry-labels.tsx'

const PATH = '/api/admin/audit'

const ACTION_FILTER = {
  name: 'action',
  label: 'Action',
  options: [
    { value: 'all', label: 'All actions' },
    ...AUDIT_ACTIONS.map((value) => ({ value, label: actionLabel(value) })),
  ],
}

const columns: Column<AuditEntry>[] = [
  timeColumn('Time', 'at', { hides: 4 }),
  { title: 'Who', width: 9, isText: true, hides: 3, show: (entry) => <Actor entry={entry} /> },
  {
    title: 'Action',
    width: 13,
    onCard: 'title',
    show: ({ action }) => <span className="font-medium">{actionLabel(action)}</span>,
  },
  { title: 'Subject', onCard: 'line', show: ({ subject }) => <bdi>{subject}</bdi> },
  { title: 'Detail', hides: 2, onCard: 'line', show: ({ detail }) => <bdi>{detail}</bdi> },
  {
    title: 'IP address',
    width: 9.5,
    isText: true,
    hides: 1,
    show: ({ address }) => (
      <span title={address ?? undefined} className="font-mono">
        {address}
      </span>
    ),
  },
]

/** Converts URL parameters to API parameters. */
const queryOf = ({ action }: Readonly<Record<string, string>>, search: string): Record<string, string> => ({
  ...(action === undefined || action === 'all' ? {} : { action }),
  ...(search === '' ? {} : { actor: search }),
})

export function AuditTab() {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const list = useList({
    path: PATH,
    filters: [ACTION_FILTER],
    sorts: AUDIT_SORTS,
    defaultSorting: { sort: 'at', order: 'desc' },
    queryOf,
  })
  const query = list.address ? queryOf(list.address.filters, list.address.search) : {}

  return (
    <AdminLayout
      title="Audit Log"
      actions={
        <DownloadButton path={`${urlOf(`${PATH}/csv`)}?${new URLSearchParams(query)}`}>
          Download CSV
        </DownloadButton>
      }
    >
      <p className="mb-2 text-muted text-sm">
        Who did what, when and from where; kept for {AUDIT_DAYS} days.
      </p>
      <List
        name="Audit log"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ id }) => `entry ${id}`}
        onOpen={setOpen}
        searchLabel="Search by username"
        empty={<EmptyState title="No entries yet" />}
        noMatch="No entries match"
        failure="The audit log could not be loaded"
      />
      {open && <EntryDialog entry={open} onClose={() => setOpen(null)} />}
    </AdminLayout>
  )
}

/** The whole entry; the list truncates long texts. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { id, at, action, subject, detail, source, address } = entry
  return (
    <Dialog onClose={onClose} title={actionLabel(action)} description={`Entry ${id}`} size="wide">
      <FactList
        facts={{
          Time: <time dateTime={at}>{showMoment(at)}</time>,
          Who: <Actor entry={entry} />,
          Subject: subject,
          Detail: detail,
          Source: source,
          'IP address': address,
        }}
      />
    </Dialog>
  )
}
