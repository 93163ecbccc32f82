import { useSyncExternalStore } from 'react'
import { showDateInEnglish, showMoment } from '#web/lib/dates.ts'
import { DATE_STYLE, type DateStyle, showLocalDay } from '#web/lib/local-dates.ts'

type Props = { at: string; dateStyle: DateStyle }

/**
 * A day: how long ago it was, or in full; the moment shows on hover. The server writes the date, the same for everyone
 * and at any time; the page's script puts in the reader's words before the app runs, which is why the text may differ
 * from the one to be hydrated.
 */
export function LocalDate({ at, dateStyle }: Props) {
  const text = useSyncExternalStore(
    neverChanges,
    () => showLocalDay(at, dateStyle),
    () => showDateInEnglish(at, dateStyle === 'long' ? 'long' : 'medium'),
  )
  const moment = useSyncExternalStore(
    neverChanges,
    () => showMoment(at),
    () => undefined,
  )
  return (
    <time dateTime={at} title={moment} {...{ [DATE_STYLE]: dateStyle }} suppressHydrationWarning>
      {text}
    </time>
  )
}

const neverChanges = () => () => undefined
