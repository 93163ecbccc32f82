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
        className="sr-only z-50 rounded-control bg-accent px-4 py-2 text-accent-ink focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}
