import { callOf } from '#src/http/call.ts'
import type { Visits } from '#src/statistics/visits.ts'

/** Counts a page that was served, if somebody looks at it. `path` is the page's own, however it was asked for. */
export async function countIfSeen(visits: Visits, request: Request, response: Response, path: string) {
  const isServed = callOf(request).method === 'GET' && (response.status === 200 || response.status === 304)
  if (isServed && isForShowing(request)) await visits.documentServed(request, path)
}

/**
 * Browsers say what they want a document for. Some pass through the service worker and are shown all the same: those
 * navigate; what the worker itself wants to keep does not, and nobody looks at that.
 */
function isForShowing({ headers }: Request): boolean {
  const purpose = headers.get('sec-fetch-dest') ?? 'document'
  return purpose === 'document' || (purpose === 'empty' && headers.get('sec-fetch-mode') === 'navigate')
}
