import type { Call } from '#src/http/call.ts'
import type { RequestCounter } from './request-counter.ts'

/** Counts GET requests whose response is 200 or 304. `path` is canonical. */
export function countPageView(requestCounter: RequestCounter, call: Call, response: Response, path: string) {
  const isServed = call.method === 'GET' && (response.status === 200 || response.status === 304)
  if (isServed) requestCounter.countDocument(call, path)
}
