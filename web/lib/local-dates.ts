import { showAge, showDate, showMoment } from './dates.ts'

/** Marks a day that is written in English, with the style that it is written in. */
export const DATE_STYLE = 'data-date-style'

export type DateStyle = 'age' | 'long'

/** A day in the reader's own language and time zone. */
export const showLocalDay = (iso: string, style: DateStyle): string =>
  style === 'long' ? showDate(iso, 'long') : showAge(iso, new Date())

/**
 * Writes the days in a served document in the reader's own language and time zone, and as seen from the reader's own
 * clock: the document may have been drawn long ago.
 */
export function showLocalDates(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>(`time[${DATE_STYLE}]`)) {
    time.textContent = showLocalDay(time.dateTime, time.getAttribute(DATE_STYLE) === 'long' ? 'long' : 'age')
    time.title = showMoment(time.dateTime)
  }
}
