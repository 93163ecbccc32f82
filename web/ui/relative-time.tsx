import { useSyncExternalStore } from 'react'
import { showDistance, showMoment } from '#web/lib/dates.ts'

type Props = { at: string; className?: string }

/** For the admin area: relative within seven days, full on hover. Server-rendered pages use LocalDate. */
export function RelativeTime({ at, className }: Props) {
  const read = () => showDistance(at, new Date())
  const text = useSyncExternalStore(subscribeToMinutes, read, read)
  return (
    <time dateTime={at} title={showMoment(at)} className={className}>
      {text}
    </time>
  )
}

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all instances. */
function subscribeToMinutes(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const notify of listeners) notify()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
