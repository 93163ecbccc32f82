declare global {
  interface Window {
    /** Defined by the page-analytics tag, which only some operators load and some visitors block. */
    gtag?: (command: 'event', name: string, details: object) => void
  }
}

type Action = 'generated' | 'copied' | 'checked' | 'feedback'

type Details = {
  category: string
  label: string
  /** A count or a rating; never anything about a password's text. */
  value: number
}

/** Tells the page-analytics tag what a visitor did; does nothing without the tag. */
export function recordEvent(action: Action, { category, label, value }: Details): void {
  window.gtag?.('event', action, { event_category: category, event_label: label, value })
}

/** Tells the page-analytics tag that the visitor moved to `path` inside the app; does nothing without the tag. */
export function recordPageView(path: string): void {
  window.gtag?.('event', 'page_view', { page_path: path })
}
