import { useEffect, useState } from 'react'
import type { Backup } from '#domain/backups.ts'
import { useToast } from '#web/ui/toast.tsx'

const POLL_MS = 1_000

/**
 * Polls a running backup and shows its result. Follows a backup that is listed as running, or whose start time is
 * passed to the returned function, because a quick one may end before the next poll.
 */
export function useBackupProgress(backups: Backup[], refetch: () => Promise<unknown>) {
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
