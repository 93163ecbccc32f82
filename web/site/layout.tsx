import { Outlet } from 'react-router'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { NavigationEffects } from './navigation-effects.tsx'

export function SiteLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <NavigationEffects />
      <a
        href="#content"
        className="sr-only z-50 min-h-11 items-center rounded-control bg-accent font-medium text-accent-ink focus:not-sr-only focus:absolute focus:top-2.5 focus:left-3 focus:inline-flex focus:px-4"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none [&_h1]:outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}
