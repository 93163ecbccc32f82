import type { ReactNode } from 'react'
import type { AuditEntry } from '#domain/audit.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Actor, actionLabel } from './entry-labels.tsx'

/** The whole entry; the list truncates long texts. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { id, at, action, subject, detail, source, address, hash } = entry
  return (
    <Dialog isOpen onOpenChange={onClose} title={actionLabel(action)} description={`Entry ${id}`} size="wide">
      <dl className="divide-y divide-border text-sm">
        <Fact label="Time">
          <time dateTime={at}>{showMoment(at)}</time>
        </Fact>
        <Fact label="Who">
          <Actor entry={entry} />
        </Fact>
        <Fact label="Subject">{subject}</Fact>
        <Fact label="Detail">{detail}</Fact>
        <Fact label="Source">{source}</Fact>
        <Fact label="IP address">{address}</Fact>
        <Fact label="Hash">{hash && <span className="font-mono">{hash}</span>}</Fact>
      </dl>
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid gap-x-4 py-2 sm:grid-cols-[8rem_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere min-w-0">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
