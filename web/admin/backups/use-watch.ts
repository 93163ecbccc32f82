import { useEffect, useState } from 'react'
import type { Backup } from '#domain/backups.ts'
import { useToast } from '#web/ui/toast.tsx'

const PAUSE_MS = 1_000

/**
 * Asks how a backup goes until it has ended, and then says so: one that is seen running, or that is named to the
 * function this answers, by the time of its start. A quick one may have ended before it is ever seen.
 */
export function useWatch(backups: Backup[], refetch: () => Promise<unknown>) {
  const showToast = useToast()
  const [watched, watch] = useState<string | null>(null)
  const running = backups.find(({ status }) => status === 'running')?.startedAt ?? null
  const ended = backups.find(({ startedAt, status }) => startedAt === watched && status !== 'running')

  useEffect(() => {
    if (running !== null) watch(running)
  }, [running])

  useEffect(() => {
    if (watched === null) return
    const timer = setInterval(refetch, PAUSE_MS)
    return () => clearInterval(timer)
  }, [watched, refetch])

  useEffect(() => {
    if (!ended) return
    watch(null)
    if (ended.failure === null) showToast({ title: 'Backup finished' })
    else showToast({ title: 'Backup failed', description: ended.failure, look: 'failure' })
  }, [ended, showToast])

  return watch
}
