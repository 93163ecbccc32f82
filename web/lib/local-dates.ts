import { hasAge, showAge, showDate, showMoment } from './dates.ts'

export const DATE_STYLE = 'data-date-style'

export type DateStyle = 'age' | 'long'

export const showLocalDay = (iso: string, style: DateStyle): string =>
  style === 'long' ? showDate(iso, 'long') : showAge(iso, new Date())

/** Localizes server-rendered dates. Skips correct ones, because Intl's first use takes 50 ms on a phone. */
export function showLocalDates(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>(`time[${DATE_STYLE}]`)) {
    const style = time.getAttribute(DATE_STYLE) === 'long' ? 'long' : 'age'
    if (!isCorrectInEnglish(time.dateTime, style)) time.textContent = showLocalDay(time.dateTime, style)
  }
  addEventListener('pointerover', showMomentOnHover)
}

function isCorrectInEnglish(iso: string, style: DateStyle): boolean {
  const moment = new Date(iso)
  const isSameDay = moment.getDate() === moment.getUTCDate()
  return navigator.language === 'en-US' && isSameDay && (style === 'long' || !hasAge(iso, new Date()))
}

function showMomentOnHover({ target }: PointerEvent): void {
  const time = target instanceof Element ? target.closest<HTMLTimeElement>(`time[${DATE_STYLE}]`) : null
  if (time?.title === '') time.title = showMoment(time.dateTime)
}
