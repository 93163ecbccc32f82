import { Archive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BACKUPS_PATH, type Backup, type BackupSettings } from '#domain/backups.ts'
import { callAdmin, messageOf, queryClient, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import type { Action } from '#web/admin/list/types.ts'
import { STATUS_PATH } from '#web/admin/status-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/data-states.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { BackupList } from './backup-list.tsx'

const NO_BACKUPS: Backup[] = []

export function BackupsTab() {
  const list = useAdminQuery(BACKUPS_PATH)
  const settings = useAdminQuery(`${BACKUPS_PATH}/settings`)
  const isRunning = list.data?.some(({ status }) => status === 'running') ?? false
  const watch = useBackupProgress(list.data ?? NO_BACKUPS, list.refetch)
  const lastEnded = list.data?.find(({ status }) => status !== 'running')?.startedAt
  useEffect(() => {
    if (lastEnded) queryClient.invalidateQueries({ queryKey: [STATUS_PATH] })
  }, [lastEnded])
  const start = useAdminMutation({
    run: (kind: 'manual' | 'daily') =>
      callAdmin('POST', BACKUPS_PATH, kind === 'daily' ? { query: { kind } } : {}),
    success: 'Backup started',
    failure: 'Failed to start the backup',
    refreshes: [[BACKUPS_PATH], [`${BACKUPS_PATH}/settings`]],
    onSuccess: ({ startedAt }) => watch(startedAt),
  })
  const isBusy = start.isPending || isRunning
  const isPossible = settings.data?.isPossible === true

  const isOff = settings.data?.keep === 0
  const retryOf = ({ kind }: Backup): Action => ({
    label: 'Retry',
    disabledReason: isBusy ? 'A backup is running' : null,
    onSelect: () => start.mutate(kind === 'daily' && !isOff ? 'daily' : 'manual'),
  })

  return (
    <AdminLayout
      title="Backups"
      actions={
        isPossible && (
          <Button look="primary" onClick={() => start.mutate('manual')} disabled={isBusy}>
            <Archive aria-hidden size={18} />
            {isBusy ? 'Backing up…' : 'Back up now'}
          </Button>
        )
      }
    >
      {settings.error && (
        <FailedState
          message={messageOf(settings.error, 'The backups could not be loaded')}
          onRetry={() => {
            list.refetch()
            settings.refetch()
          }}
        />
      )}
      {settings.data && !isPossible && (
        <EmptyState title="No automatic backups">
          The server doesn’t back up a libSQL database. Run <code>passwright backup</code> regularly.
        </EmptyState>
      )}
      {settings.data && isPossible && (
        <>
          <BackupSchedule settings={settings.data} />
          <BackupList
            query={list}
            retryOf={retryOf}
            empty={
              settings.data.keep > 0
                ? 'The first one will be created tonight.'
                : 'Create the first one above.'
            }
          />
        </>
      )}
    </AdminLayout>
  )
}

/** The backup schedule, how many backups are kept, and how to restore one. */
function BackupSchedule({ settings: { keep, offsite, isEncryptedOffsite } }: { settings: BackupSettings }) {
  return (
    <p className="mb-4 max-w-[75ch] text-muted text-sm">
      {keep === 0
        ? 'Automatic backups are off. '
        : `A backup is made every night, and the last ${keep === 1 ? 'one is' : `${keep} are`} kept. `}
      {offsite.length > 0 && (
        <>
          Each is also copied{isEncryptedOffsite && ', encrypted,'} to{' '}
          <span className="break-words">{offsite.join(' and ')}</span>.{' '}
        </>
      )}
      {keep > 0 && 'Other backups stay until you delete them. '}Backups leave out sessions, tokens, the
      server’s keys and today’s visitors, but contain everything else: protect downloads like the server
      itself. To restore one, stop the server and run{' '}
      <code className="break-words font-mono">passwright restore FILE</code>.
    </p>
  )
}

const POLL_MS = 1_000

/**
 * Polls a running backup and shows its result. Follows a backup that is listed as running, or whose start time is
 * passed to the returned function, because a quick one may end before the next poll.
 */
function useBackupProgress(backups: Backup[], refetch: () => Promise<unknown>) {
  const showToast = useToast()
  const [watched, setWatched] = useState<string | null>(null)
  const running = backups.find(({ status }) => status === 'running')?.startedAt ?? null
  const ended = backups.find(({ startedAt, status }) => startedAt === watched && status !== 'running')

  useEffect(() => {
    if (running !== null) setWatched(running)
  }, [running])

  useEffect(() => {
    if (watched === null) return
    const timer = setInterval(refetch, POLL_MS)
    return () => clearInterval(timer)
  }, [watched, refetch])

  useEffect(() => {
    if (!ended) return
    setWatched(null)
    if (ended.failure === null) showToast({ title: 'Backup finished' })
    else showToast({ title: 'Backup failed', description: ended.failure, look: 'failure' })
  }, [ended, showToast])

  return setWatched
}
