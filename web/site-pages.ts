import { type AppStart, OFFLINE_NOTE_PATH } from '#domain/site.ts'

export type SitePage = {
  path: string
  /** Key in the build manifest. */
  source: string
  worksOffline?: boolean
  isFromDatabase?: boolean
  /** A custom page may have the same path. */
  isReplaceable?: boolean
  /** 'press' if undefined. */
  startsOn?: AppStart
  /** Runs before the app. */
  script?: string
}

export const sitePages: SitePage[] = [
  {
    path: '/',
    source: 'web/site/home/home-page.tsx',
    startsOn: 'use',
    script: 'web/site/home/first-generator.ts',
    worksOffline: true,
  },
  {
    path: '/password-checker',
    source: 'web/site/password-checker/checker-page.tsx',
    startsOn: 'load',
    worksOffline: true,
  },
  {
    path: '/about',
    source: 'web/site/about/about-page.tsx',
  },
  {
    path: '/faq',
    source: 'web/site/faq/faq-page.tsx',
  },
  {
    path: '/privacy',
    source: 'web/site/privacy/privacy-page.tsx',
  },
  {
    path: '/security-tips',
    source: 'web/site/security-tips/security-tips-page.tsx',
  },
  {
    path: '/accessibility',
    source: 'web/site/accessibility/accessibility-page.tsx',
    isReplaceable: true,
  },
  {
    path: '/contact',
    source: 'web/site/contact/contact-page.tsx',
    startsOn: 'load',
  },
  {
    path: '/sitemap',
    source: 'web/site/sitemap/sitemap-page.tsx',
  },
  {
    path: '/blog',
    source: 'web/site/blog/blog-page.tsx',
    isFromDatabase: true,
  },
  {
    path: '/blog/tag/:tag',
    source: 'web/site/blog/tag-page.tsx',
    isFromDatabase: true,
  },
  {
    path: '/blog/:slug',
    source: 'web/site/blog/post-page.tsx',
    isFromDatabase: true,
  },
  {
    path: '/blog/preview/:token',
    source: 'web/site/blog/preview-page.tsx',
    isFromDatabase: true,
  },
]

export const fixedPaths: string[] = sitePages.map(({ path }) => path).filter((path) => !path.includes(':'))

export const notFoundPage: SitePage = {
  path: '*',
  source: 'web/site/not-found/not-found-page.tsx',
}

export const offlineNotePage: SitePage = {
  path: OFFLINE_NOTE_PATH,
  source: 'web/site/offline/offline-page.tsx',
  startsOn: 'load',
  worksOffline: true,
}

/** Pages with `startsOn`, by module. */
export const eagerPages: ReadonlyMap<string, SitePage> = new Map(
  [...sitePages, offlineNotePage].filter(({ startsOn }) => startsOn).map((page) => [page.source, page]),
)

export const customPageModule = 'web/site/custom-page/custom-page.tsx'
