import { type ComponentType, lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { SiteLayout } from './site/layout.tsx'

type SiteRoute = {
  path: string
  /** The page's module, named as the build lists it, so that a document can fetch its chunk early. */
  source: string
  Page: ComponentType
}

/** Every public page. A path that is not here answers 404. */
export const siteRoutes: SiteRoute[] = [
  {
    path: '/',
    source: 'web/site/home/home-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/home/home-page.tsx')).HomePage })),
  },
  {
    path: '/password-checker',
    source: 'web/site/password-checker/checker-page.tsx',
    Page: lazy(async () => ({
      default: (await import('./site/password-checker/checker-page.tsx')).CheckerPage,
    })),
  },
  {
    path: '/about',
    source: 'web/site/about/about-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/about/about-page.tsx')).AboutPage })),
  },
  {
    path: '/faq',
    source: 'web/site/faq/faq-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/faq/faq-page.tsx')).FaqPage })),
  },
  {
    path: '/privacy',
    source: 'web/site/privacy/privacy-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/privacy/privacy-page.tsx')).PrivacyPage })),
  },
  {
    path: '/security-tips',
    source: 'web/site/security-tips/security-tips-page.tsx',
    Page: lazy(async () => ({
      default: (await import('./site/security-tips/security-tips-page.tsx')).SecurityTipsPage,
    })),
  },
  {
    path: '/contact',
    source: 'web/site/contact/contact-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/contact/contact-page.tsx')).ContactPage })),
  },
  {
    path: '/sitemap',
    source: 'web/site/sitemap/sitemap-page.tsx',
    Page: lazy(async () => ({ default: (await import('./site/sitemap/sitemap-page.tsx')).SitemapPage })),
  },
]

export const notFoundRoute: SiteRoute = {
  path: '*',
  source: 'web/site/not-found/not-found-page.tsx',
  Page: lazy(async () => ({ default: (await import('./site/not-found/not-found-page.tsx')).NotFoundPage })),
}

export function SiteRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        {[...siteRoutes, notFoundRoute].map(({ path, Page }) => (
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
