import { type ComponentType, Suspense, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import { lazyPage } from './lib/lazy.ts'
import { usePage } from './lib/page.tsx'
import { SiteLayout } from './site/layout.tsx'

type SiteRoute = {
  path: string
  /** The page's module, named as the build lists it, so that a document can fetch its chunk early. */
  source: string
  Page: ComponentType
  /** Whether the page works without a network once a visitor was here. */
  isKept?: boolean
}

/** Every public page. A path that is not here answers 404. */
export const siteRoutes: SiteRoute[] = [
  {
    path: '/',
    source: 'web/site/home/home-page.tsx',
    Page: lazyPage(async () => (await import('./site/home/home-page.tsx')).HomePage),
    isKept: true,
  },
  {
    path: '/password-checker',
    source: 'web/site/password-checker/checker-page.tsx',
    Page: lazyPage(async () => (await import('./site/password-checker/checker-page.tsx')).CheckerPage),
    isKept: true,
  },
  {
    path: '/about',
    source: 'web/site/about/about-page.tsx',
    Page: lazyPage(async () => (await import('./site/about/about-page.tsx')).AboutPage),
  },
  {
    path: '/faq',
    source: 'web/site/faq/faq-page.tsx',
    Page: lazyPage(async () => (await import('./site/faq/faq-page.tsx')).FaqPage),
  },
  {
    path: '/privacy',
    source: 'web/site/privacy/privacy-page.tsx',
    Page: lazyPage(async () => (await import('./site/privacy/privacy-page.tsx')).PrivacyPage),
  },
  {
    path: '/security-tips',
    source: 'web/site/security-tips/security-tips-page.tsx',
    Page: lazyPage(
      async () => (await import('./site/security-tips/security-tips-page.tsx')).SecurityTipsPage,
    ),
  },
  {
    path: '/contact',
    source: 'web/site/contact/contact-page.tsx',
    Page: lazyPage(async () => (await import('./site/contact/contact-page.tsx')).ContactPage),
  },
  {
    path: '/sitemap',
    source: 'web/site/sitemap/sitemap-page.tsx',
    Page: lazyPage(async () => (await import('./site/sitemap/sitemap-page.tsx')).SitemapPage),
  },
]

export const notFoundRoute: SiteRoute = {
  path: '*',
  source: 'web/site/not-found/not-found-page.tsx',
  Page: lazyPage(async () => (await import('./site/not-found/not-found-page.tsx')).NotFoundPage),
}

export const offlineNoteRoute: SiteRoute = {
  path: OFFLINE_NOTE_PATH,
  source: 'web/site/offline/offline-page.tsx',
  Page: lazyPage(async () => (await import('./site/offline/offline-page.tsx')).OfflinePage),
  isKept: true,
}

export function SiteRoutes() {
  return (
    <Routes location={useStandInLocation()}>
      <Route element={<SiteLayout />}>
        {[...siteRoutes, offlineNoteRoute, notFoundRoute].map(({ path, Page }) => (
          <Route
            key={path}
            path={path}
            caseSensitive
            element={
              <Suspense>
                <Page />
              </Suspense>
            }
          />
        ))}
      </Route>
    </Routes>
  )
}

/** The offline note's own address while the note stands at another one, that is until the visitor moves on. */
function useStandInLocation(): string | undefined {
  const { isOfflineNote } = usePage()
  const { key } = useLocation()
  const [firstKey] = useState(key)
  return isOfflineNote && key === firstKey ? OFFLINE_NOTE_PATH : undefined
}
