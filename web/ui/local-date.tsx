import { useSyncExternalStore } from 'react'
import { showDate, showDateInEnglish } from '#web/lib/dates.ts'

type Props = { at: string; dateStyle: 'medium' | 'long' }

/**
 * A day, in the reader's own words and time zone once the page is alive. Until then it is the same for everyone, so
 * that the browser finds what the server wrote.
 */
export function LocalDate({ at, dateStyle }: Props) {
  const text = useSyncExternalStore(
    neverChanges,
    () => showDate(at, dateStyle),
    () => showDateInEnglish(at, dateStyle),
  )
  return <time dateTime={at}>{text}</time>
}

const neverChanges = () => () => undefined
