import { useEffect } from 'react'
import type { Backup } from '#domain/backups.ts'
import { useToast } from '#web/ui/toast.tsx'

const PAUSE_MS = 1_000

type Refetch = () => Promise<{ data?: Backup[] | undefined }>

/** Asks how a running backup goes until it has ended, and then says so. */
export function useWatch(running: Backup | null, refetch: Refetch): void {
  const showToast = useToast()
  const startedAt = running?.startedAt ?? null

  useEffect(() => {
    if (startedAt === null) return
    const timer = setInterval(async () => {
      const { data = [] } = await refetch()
      const ended = data.find((backup) => backup.startedAt === startedAt && backup.status !== 'running')
      if (!ended) return
      clearInterval(timer)
      if (ended.failure === null) showToast({ title: 'Backup finished' })
      else showToast({ title: 'Backup failed', description: ended.failure, look: 'failure' })
    }, PAUSE_MS)
    return () => clearInterval(timer)
  }, [startedAt, refetch, showToast])
}
