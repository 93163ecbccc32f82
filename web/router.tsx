import { Suspense, useState } from 'react'
import { matchRoutes, Route, Routes, useLocation } from 'react-router'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import { type LazyPage, lazyPage } from './lib/lazy.ts'
import { usePage } from './lib/page.tsx'
import { SiteLayout } from './site/layout.tsx'

type SiteRoute = {
  path: string
  /** The page's module, named as the build lists it, so that a document can fetch its chunk early. */
  source: string
  Page: LazyPage<object>
  /** Whether the page works without a network once a visitor was here. */
  isKept?: boolean
  /** Whether the database says what the page shows, and if there is one at all. */
  isFromDatabase?: boolean
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
  {
    path: '/blog',
    source: 'web/site/blog/blog-page.tsx',
    Page: lazyPage(async () => (await import('./site/blog/blog-page.tsx')).BlogPage),
    isFromDatabase: true,
  },
  {
    path: '/blog/tag/:tag',
    source: 'web/site/blog/tag-page.tsx',
    Page: lazyPage(async () => (await import('./site/blog/tag-page.tsx')).TagPage),
    isFromDatabase: true,
  },
  {
    path: '/blog/:slug',
    source: 'web/site/blog/post-page.tsx',
    Page: lazyPage(async () => (await import('./site/blog/post-page.tsx')).PostPage),
    isFromDatabase: true,
  },
  {
    path: '/blog/preview/:token',
    source: 'web/site/blog/preview-page.tsx',
    Page: lazyPage(async () => (await import('./site/blog/preview-page.tsx')).PreviewPage),
    isFromDatabase: true,
  },
]

/** Paths of pages that stand there whatever the database holds: none with a part to be filled in, such as a slug. */
export const fixedPaths: string[] = siteRoutes.map(({ path }) => path).filter((path) => !path.includes(':'))

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

const routes = [...siteRoutes, offlineNoteRoute, notFoundRoute].map(({ path, Page }) => ({
  path,
  Page,
  caseSensitive: true,
}))

/** Begins to fetch the code of the page at a path. */
export function preloadPage(path: string): void {
  matchRoutes(routes, path)?.at(-1)?.route.Page.preload()
}

export function SiteRoutes() {
  return (
    <Routes location={useStandInLocation()}>
      <Route element={<SiteLayout />}>
        {routes.map(({ path, Page, caseSensitive }) => (
          <Route
            key={path}
            path={path}
            caseSensitive={caseSensitive}
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
