type TrackPath =
  | '/api/track/password-generated'
  | '/api/track/password-checked'
  | '/api/track/page-view'
  | '/api/track/feedback'

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
    .catch(ignoreFailure)
}

/** Timing entries list a request only after its body is read. */
const readToEnd = (response: Response) => response.arrayBuffer()

/** Expected when offline, blocked or leaving the page. */
function ignoreFailure(): undefined {
  return undefined
}
