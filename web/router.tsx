import { Suspense, useState } from 'react'
import { matchRoutes, Route, Routes, useLocation } from 'react-router'
import { OFFLINE_NOTE_PATH, type PageData } from '#domain/site.ts'
import { type LazyPage, lazyPage } from './lib/lazy-component.ts'
import { usePage } from './lib/page.tsx'
import { SiteLayout } from './site/layout.tsx'

const PAGES: Readonly<Record<string, LazyPage<object>>> = {
  '/': lazyPage(async () => (await import('./site/home/home-page.tsx')).HomePage),
  '/password-checker': lazyPage(
    async () => (await import('./site/password-checker/checker-page.tsx')).CheckerPage,
  ),
  '/about': lazyPage(async () => (await import('./site/about/about-page.tsx')).AboutPage),
  '/faq': lazyPage(async () => (await import('./site/faq/faq-page.tsx')).FaqPage),
  '/privacy': lazyPage(async () => (await import('./site/privacy/privacy-page.tsx')).PrivacyPage),
  '/security-tips': lazyPage(
    async () => (await import('./site/security-tips/security-tips-page.tsx')).SecurityTipsPage,
  ),
  '/accessibility': lazyPage(
    async () => (await import('./site/accessibility/accessibility-page.tsx')).AccessibilityPage,
  ),
  '/contact': lazyPage(async () => (await import('./site/contact/contact-page.tsx')).ContactPage),
  '/sitemap': lazyPage(async () => (await import('./site/sitemap/sitemap-page.tsx')).SitemapPage),
  '/blog': lazyPage(async () => (await import('./site/blog/blog-page.tsx')).BlogPage),
  '/blog/tag/:tag': lazyPage(async () => (await import('./site/blog/tag-page.tsx')).TagPage),
  '/blog/:slug': lazyPage(async () => (await import('./site/blog/post-page.tsx')).PostPage),
  '/blog/preview/:token': lazyPage(async () => (await import('./site/blog/preview-page.tsx')).PreviewPage),
  '*': lazyPage(async () => (await import('./site/not-found/not-found-page.tsx')).NotFoundPage),
  [OFFLINE_NOTE_PATH]: lazyPage(async () => (await import('./site/offline/offline-page.tsx')).OfflinePage),
}

const CustomPage = lazyPage(async () => (await import('./site/custom-page/custom-page.tsx')).CustomPageView)

const routes = Object.entries(PAGES).map(([path, Page]) => ({ path, Page, caseSensitive: true }))

/** Adds the operator's pages. */
const routesWith = ({ brand }: PageData) => [
  ...(brand?.pages ?? []).map(({ path }) => ({ path, Page: CustomPage, caseSensitive: true })),
  ...routes,
]

export async function preloadPage(path: string, page: PageData): Promise<void> {
  await matchRoutes(routesWith(page), path)?.at(-1)?.route.Page.preload()
}

export function SiteRoutes() {
  const page = usePage()
  return (
    <Routes location={useRenderedPath()}>
      <Route element={<SiteLayout />}>
        {routesWith(page).map(({ path, Page }) => (
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

/** Renders the offline page at the requested URL until the visitor navigates. */
function useRenderedPath(): string | undefined {
  const { isOfflineNote } = usePage()
  const { key } = useLocation()
  const [firstKey] = useState(key)
  return isOfflineNote && key === firstKey ? OFFLINE_NOTE_PATH : undefined
}
