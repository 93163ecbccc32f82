import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { recordPageView } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'

/**
 * What a browser does by itself when a document is loaded, and an app has to do on a move inside it: the view counts,
 * and reading starts at the top of the new page. The first page was counted when the server sent it.
 */
export function NavigationEffects() {
  const { pathname, search, hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  // The pages of a list differ in the search alone.
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
    // Going back returns to where one was: the browser restores that by itself.
    else if (!isReturn) scrollTo(0, 0)
  }, [address, pathname, hash, isReturn])

  return null
}

/** Onto the page's heading: a screen reader says where one is, and the next Tab goes on from there. */
function focusContent(): void {
  const content = document.getElementById('content')
  const heading = content?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const start = heading ?? content
  start?.focus({ preventScroll: true })
}
