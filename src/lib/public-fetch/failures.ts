/** Never contains an address, a body or an error message. */
export type Failure = { kind: 'failure'; reason: string }

const failure = (reason: string): Failure => ({ kind: 'failure', reason })

export const NOT_ALLOWED = failure('Address not allowed: it does not belong to a public website.')
export const REDIRECT_NOT_ALLOWED = failure('The website redirects to an address that is not allowed.')
export const TOO_MANY_REDIRECTS = failure('The website redirects too many times.')
export const NOT_FOUND = failure('The website was not found: its name could not be looked up.')
export const NO_CONNECTION = failure('Could not connect to the website.')
export const BAD_CERTIFICATE = failure('The security certificate of the website is not valid.')
export const TIMED_OUT = failure('Timed out: the website took too long to respond.')
export const CANCELED = failure('The request was canceled.')
export const MALFORMED_RESPONSE = failure('The website sent a response that could not be read.')
export const INTERRUPTED = failure('The connection ended before the page was complete.')
export const TOO_LARGE = failure('Too large: the page exceeds the size limit.')
export const NOT_HTML = failure('Not an HTML page: only web pages can be read.')
export const NOT_AN_IMAGE = failure('Not an image: the address shows a page.')
export const UNKNOWN_ENCODING = failure('The page uses an unsupported compression.')
export const ROBOTS_DISALLOW = failure('The robots.txt of the website does not allow this page to be read.')
export const ROBOTS_UNREADABLE = failure('The robots.txt of the website could not be read.')

export const statusFailure = (status: number) => failure(`The website responded with HTTP ${status}.`)

export const isFailure = (result: object): result is Failure => 'kind' in result && result.kind === 'failure'

/** Timeouts abort with a TimeoutError; anything else is a cancellation. */
export function abortFailure({ reason }: AbortSignal): Failure {
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? TIMED_OUT : CANCELED
}
