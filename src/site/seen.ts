import type { Call } from '#src/http/call.ts'
import type { Visits } from '#src/statistics/visits.ts'

/** Counts a page that was served, if somebody looks at it. `path` is the page's own, however it was asked for. */
export function countIfSeen(visits: Visits, call: Call, response: Response, path: string) {
  const isServed = call.method === 'GET' && (response.status === 200 || response.status === 304)
  if (isServed) visits.documentServed(call, path)
}
