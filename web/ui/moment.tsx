import { useSyncExternalStore } from 'react'
import { showDistance, showMoment } from '#web/lib/dates.ts'

type Props = { at: string; className?: string }

/**
 * A moment (ISO 8601) as the administration shows it: how long ago or how soon under seven days, else its date; in full
 * on hover. Pages that the server draws use LocalDate instead.
 */
export function Moment({ at, className }: Props) {
  const read = () => showDistance(at, new Date())
  const text = useSyncExternalStore(onMinute, read, read)
  return (
    <time dateTime={at} title={showMoment(at)} className={className}>
      {text}
    </time>
  )
}

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all moments of a page. */
function onMinute(listener: () => void): () => void {
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
