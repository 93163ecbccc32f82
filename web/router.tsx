import { Suspense, useState } from 'react'
import { OFFLINE_NOTE_PATH, type PageData } from '#domain/site.ts'
import { type LazyPage, lazyPage } from './lib/lazy.ts'
import { ParamsProvider, useLocation } from './lib/location.tsx'
import { matchPath } from './lib/match-path.ts'
import { usePage } from './lib/page.tsx'
import { SiteLayout } from './site/layout.tsx'

/** The code of each page in site-pages.ts, by its path. */
const CODE: Readonly<Record<string, LazyPage<object>>> = {
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
  '/contact': lazyPage(async () => (await import('./site/contact/contact-page.tsx')).ContactPage),
  '/sitemap': lazyPage(async () => (await import('./site/sitemap/sitemap-page.tsx')).SitemapPage),
  '/blog': lazyPage(async () => (await import('./site/blog/blog-page.tsx')).BlogPage),
  '/blog/tag/:tag': lazyPage(async () => (await import('./site/blog/tag-page.tsx')).TagPage),
  '/blog/:slug': lazyPage(async () => (await import('./site/blog/post-page.tsx')).PostPage),
  '/blog/preview/:token': lazyPage(async () => (await import('./site/blog/preview-page.tsx')).PreviewPage),
  [OFFLINE_NOTE_PATH]: lazyPage(async () => (await import('./site/offline/offline-page.tsx')).OfflinePage),
}

const OwnPage = lazyPage(async () => (await import('./site/own-page/own-page.tsx')).OwnPageView)

const NotFoundPage = lazyPage(async () => (await import('./site/not-found/not-found-page.tsx')).NotFoundPage)

/** The page at a path. The operator's own pages are named by the document alone. */
function findPage(pathname: string, { brand }: PageData) {
  const own = (brand?.pages ?? []).map(({ path }) => [path, OwnPage] as const)
  for (const [path, Page] of [...own, ...Object.entries(CODE)]) {
    const params = matchPath(path, pathname)
    if (params) return { Page, params }
  }
  return { Page: NotFoundPage, params: {} }
}

/** Fetches the code of the page at a path. */
export async function preloadPage(path: string, page: PageData): Promise<void> {
  await findPage(path, page).Page.preload()
}

export function SiteRoutes() {
  const { Page, params } = findPage(useStandInPath(), usePage())
  return (
    <ParamsProvider value={params}>
      <SiteLayout>
        <Suspense>
          <Page />
        </Suspense>
      </SiteLayout>
    </ParamsProvider>
  )
}

/** The address's path; the offline note's own while the note stands at another address, until the visitor moves on. */
function useStandInPath(): string {
  const { isOfflineNote } = usePage()
  const { key, pathname } = useLocation()
  const [firstKey] = useState(key)
  return isOfflineNote && key === firstKey ? OFFLINE_NOTE_PATH : pathname
}
