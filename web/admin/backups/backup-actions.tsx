import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BACKUPS_PATH, type Backup } from '#domain/backups.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { useDownload } from '#web/admin/download-button.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const pathOf = (name: string) => `${BACKUPS_PATH}/${encodeURIComponent(name)}`

/** What can be done with a backup that the server has; nothing with any other. */
export function BackupActions({ backup: { name, isHere, status, startedAt } }: { backup: Backup }) {
  if (name === null || !isHere || status !== 'done') return null
  return <FileActions name={name} startedAt={startedAt} />
}

function FileActions({ name, startedAt }: { name: string; startedAt: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const download = useDownload(pathOf(name))
  const remove = useAdminChange({
    run: () => callAdmin('DELETE', pathOf(name)),
    success: 'Backup deleted successfully',
    failure: 'Failed to delete the backup',
    refreshes: [[BACKUPS_PATH]],
  })
  return (
    <div className="-my-2 flex justify-end">
      <IconButton label={`Download ${name}`} disabled={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden size={18} />
      </IconButton>
      <IconButton label={`Delete ${name}`} disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete backup"
        text={`Are you sure you want to delete the backup of ${showMoment(startedAt)}, ${name}? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}
