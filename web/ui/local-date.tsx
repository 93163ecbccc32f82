import { useSyncExternalStore } from 'react'
import { showDate, showDateInEnglish } from '#web/lib/dates.ts'
import { DATE_STYLE } from '#web/lib/local-dates.ts'

type Props = { at: string; dateStyle: 'medium' | 'long' }

/**
 * A day, in the reader's own words and time zone. The server writes it the same for everyone; the page's script puts in
 * the reader's before the app runs, which is why the text may differ from the one to be hydrated.
 */
export function LocalDate({ at, dateStyle }: Props) {
  const text = useSyncExternalStore(
    neverChanges,
    () => showDate(at, dateStyle),
    () => showDateInEnglish(at, dateStyle),
  )
  return (
    <time dateTime={at} {...{ [DATE_STYLE]: dateStyle }} suppressHydrationWarning>
      {text}
    </time>
  )
}

const neverChanges = () => () => undefined
