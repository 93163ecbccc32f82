import type { AuditEntry } from '#domain/audit.ts'
import { Facts } from '#web/admin/facts.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Actor, actionLabel } from './entry-labels.tsx'

/** The whole entry; the list truncates long texts. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { id, at, action, subject, detail, source, address } = entry
  return (
    <Dialog onClose={onClose} title={actionLabel(action)} description={`Entry ${id}`} size="wide">
      <Facts
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
