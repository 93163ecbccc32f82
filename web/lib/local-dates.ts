import { showDate } from './dates.ts'

/** Marks a day that is written in English, with the style that it is written in. */
export const DATE_STYLE = 'data-date-style'

/** Writes the days in a served document in the reader's own language and time zone. */
export function showLocalDates(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>(`time[${DATE_STYLE}]`)) {
    const style = time.getAttribute(DATE_STYLE) === 'long' ? 'long' : 'medium'
    time.textContent = showDate(time.dateTime, style)
  }
}
