import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { recordPageView } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'

/**
 * What browsers do on document loads, for navigations within the app: count the view and scroll to the top. The
 * server counted the first page.
 */
export function NavigationEffects() {
  const { pathname, search, hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  // Pages of a list differ in the query only.
  const address = pathname + search
  const shown = useRef(address)

  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    trackEvent('/api/track/page-view', { path: pathname })
    recordPageView(pathname)
    focusContent()
    const named = document.getElementById(hash.slice(1))
    if (named) named.scrollIntoView()
    // Browsers restore the scroll position on Back.
    else if (!isReturn) scrollTo(0, 0)
  }, [address, pathname, hash, isReturn])

  return null
}

/** Focuses the heading, so that screen readers announce the page and Tab continues from there. */
function focusContent(): void {
  const content = document.getElementById('content')
  const heading = content?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const start = heading ?? content
  start?.focus({ preventScroll: true })
}
