type Action = 'generated' | 'copied' | 'checked' | 'feedback'

type Details = {
  category: string
  label: string
  /** A count or rating; never derived from a password's text. */
  value: number
}

export type AnalyticsEvent = Details & { name: Action | 'page_view'; page: string }

const EARLY_MAX = 10

/** Before the frame's code has loaded. */
const early: AnalyticsEvent[] = []

let send = (event: AnalyticsEvent): void => {
  if (early.length < EARLY_MAX) early.push(event)
}

export function sendEventsTo(receiver: (event: AnalyticsEvent) => void): void {
  send = receiver
  for (const event of early.splice(0)) send(event)
}

export function recordEvent(name: Action, { category, label, value }: Details): void {
  send({ name, category, label, value, page: location.pathname })
}

export function recordPageView(page: string): void {
  send({ name: 'page_view', category: 'page', label: page, value: 1, page })
}
