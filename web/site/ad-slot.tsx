import { usePage } from '#web/lib/page.tsx'
import { AdHtml } from './ad-html.tsx'

/** A place for the operator's advertisement. Its height never changes, and without one it is empty and asks nobody. */
export function AdSlot() {
  const { adHtml } = usePage()
  return (
    <aside
      aria-label="Advertisement"
      className="mt-6 h-32 overflow-hidden rounded-control border border-border text-center"
    >
      <p aria-hidden className="py-1 text-muted text-sm">
        Advertisement
      </p>
      {adHtml !== null && <AdHtml html={adHtml} />}
    </aside>
  )
}
