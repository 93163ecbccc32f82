import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import { recordPageView } from '#web/lib/analytics.ts'
import { usePage } from '#web/lib/page.tsx'
import { trackEvent } from '#web/lib/track.ts'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'

export function SiteLayout() {
  const { siteName } = usePage()
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={`${siteName} Blog`} href={RSS_PATH} />
      <link rel="alternate" type="application/atom+xml" title={`${siteName} Blog (Atom)`} href={ATOM_PATH} />
      <NavigationEffects />
      <a
        href="#content"
        className="sr-only z-50 min-h-11 items-center rounded-control bg-accent font-medium text-accent-ink focus:not-sr-only focus:absolute focus:top-2.5 focus:left-3 focus:inline-flex focus:px-4"
      >
        Skip to content
      </a>
      <SiteHeader />
      {/* Keeps the footer out of sight until the rest of the page has loaded. */}
      <main
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100dvh-4rem)] print:min-h-0 outline-none [&_h1]:outline-none"
      >
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}

/**
 * What browsers do on document loads, for navigations within the app: count the view and scroll to the top. The
 * server counted the first page.
 */
function NavigationEffects() {
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
