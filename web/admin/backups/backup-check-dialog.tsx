import { BACKUPS_PATH } from '#domain/backups.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { FactList } from '#web/admin/facts.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNotice, Remark } from '#web/ui/notice.tsx'

/** Reads a backup back when it opens. */
export function BackupCheckDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const query = useAdminQuery(`${BACKUPS_PATH}/:name/check`, { params: { name }, gcTime: 0 })
  return (
    <Dialog
      onClose={onClose}
      title="Verify backup"
      description={<span className="break-all">{name}</span>}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div aria-live="polite" className="space-y-4">
        {query.isPending && <p>Reading the whole backup…</p>}
        <Loaded query={query} failure="The backup could not be read">
          {({ failure, contents, changedAt }) =>
            failure === null ? (
              <>
                <Remark look="good">This backup is complete and undamaged.</Remark>
                <FactList
                  facts={{
                    Contents: contents,
                    'Newest change': changedAt && showMoment(changedAt),
                  }}
                />
              </>
            ) : (
              <FailureNotice>This backup can’t be restored. {failure}</FailureNotice>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
