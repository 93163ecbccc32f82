type TrackPath =
  | '/api/track/password-generated'
  | '/api/track/password-checked'
  | '/api/track/page-view'
  | '/api/track/feedback'

/** Adds one to an anonymous counter of the server's; nobody waits for it, and it outlives the page. */
export function trackEvent(path: TrackPath, body: object): void {
  if (!navigator.onLine) return
  fetch(path, {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
    .then(readToEnd)
    .catch(ignoreLostCount)
}

/** Until its answer is read, a request is none that the browser calls finished, and none that it lists. */
const readToEnd = (answer: Response) => answer.arrayBuffer()

/**
 * A lost connection, a blocker or a page on its way out makes a count fail. The visitor lost nothing and can do nothing
 * about it, so it is no error of the page and says nothing on the console.
 */
function ignoreLostCount(): undefined {
  return undefined
}
