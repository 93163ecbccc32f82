/** A moment (ISO 8601, UTC) in the reader's own words and time zone. */
export const showMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const showDate = (iso: string, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Date(iso).toLocaleDateString(undefined, { dateStyle })

/** The same in words that the server, too, can say: it knows neither language nor time zone of the reader. */
export const showDateInEnglish = (iso: string, dateStyle: 'medium' | 'long'): string =>
  new Date(iso).toLocaleDateString('en-US', { dateStyle, timeZone: 'UTC' })
