import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { recordPageView } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'

/**
 * What a browser does by itself when a document is loaded, and an app has to do on a move inside it: the view counts,
 * and reading starts at the top of the new page. The first page was counted when the server sent it.
 */
export function NavigationEffects() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    trackEvent('/api/track/page-view', { path: pathname })
    recordPageView(pathname)
    document.getElementById('content')?.focus({ preventScroll: true })
    // Going back returns to where one was: the browser restores that by itself.
    if (navigationType !== 'POP') scrollTo(0, 0)
  }, [pathname, navigationType])

  return null
}
