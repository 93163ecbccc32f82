import { Outlet } from 'react-router'
import { ATOM_PATH, RSS_PATH } from '#domain/site.ts'
import { usePage } from '#web/lib/page.tsx'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { NavigationEffects } from './navigation-effects.tsx'

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
