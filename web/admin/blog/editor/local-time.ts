export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The value of a datetime-local field for a moment in ISO 8601. */
export function localTime(iso: string): string {
  if (iso === '') return ''
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Browsers give years of up to six digits, which the server refuses. */
export const utcTime = (local: string): string => {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
