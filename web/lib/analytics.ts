type Action = 'generated' | 'copied' | 'checked' | 'feedback'

type Details = {
  category: string
  label: string
  /** A count or a rating; never anything about a password's text. */
  value: number
}

/** All that the analytics tag is sent. */
export type AnalyticsEvent = Details & { name: Action | 'page_view'; page: string }

let send: ((event: AnalyticsEvent) => void) | null = null

/** Sends events to `receiver` from now on: before, and on sites without a tag, they are dropped. */
export function sendEventsTo(receiver: (event: AnalyticsEvent) => void): void {
  send = receiver
}

/** Sends what a visitor did to the analytics tag; does nothing without the tag. */
export function recordEvent(name: Action, { category, label, value }: Details): void {
  send?.({ name, category, label, value, page: location.pathname })
}

/** Sends a view of the page at `page` to the analytics tag; does nothing without the tag. */
export function recordPageView(page: string): void {
  send?.({ name: 'page_view', category: 'page', label: page, value: 1, page })
}
