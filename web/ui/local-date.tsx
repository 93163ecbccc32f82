import { useSyncExternalStore } from 'react'
import { showMoment } from '#web/lib/dates.ts'
import { DATE_STYLE, type DateStyle, showLocalDay } from '#web/lib/local-dates.ts'

type Props = { at: string; dateStyle: DateStyle }

/** The server renders an absolute date; a script localizes it before hydration, so the text may differ. */
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

/** In UTC, because the server doesn't know locale and time zone. */
const showDateInEnglish = (iso: string, dateStyle: 'medium' | 'long'): string =>
  new Date(iso).toLocaleDateString('en-US', { dateStyle, timeZone: 'UTC' })
