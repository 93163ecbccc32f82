import { type AppStart, OFFLINE_NOTE_PATH } from '#domain/site.ts'

/** A public page, without its code: what the server has to know of it. */
export type SitePage = {
  path: string
  /** The page's module, named as the build lists it, so that a document can fetch its chunk early. */
  source: string
  /** Whether the page works without a network once a visitor was here. */
  isKept?: boolean
  /** Whether the database says what the page shows, and if there is one at all. */
  isFromDatabase?: boolean
  /** When it loads the app; by default when a button is pressed, as most pages are read. */
  startsOn?: AppStart
  /** A module that works before the app does, on a page that starts on use. */
  script?: string
}

/** Every public page. A path that is not here answers 404. */
export const sitePages: SitePage[] = [
  {
    path: '/',
    source: 'web/site/home/home-page.tsx',
    startsOn: 'use',
    script: 'web/site/home/first-generator.ts',
    isKept: true,
  },
  {
    path: '/password-checker',
    source: 'web/site/password-checker/checker-page.tsx',
    startsOn: 'load',
    isKept: true,
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

/** Paths of pages that stand there whatever the database holds: none with a part to be filled in, such as a slug. */
export const fixedPaths: string[] = sitePages.map(({ path }) => path).filter((path) => !path.includes(':'))

export const notFoundPage: SitePage = {
  path: '*',
  source: 'web/site/not-found/not-found-page.tsx',
}

export const offlineNotePage: SitePage = {
  path: OFFLINE_NOTE_PATH,
  source: 'web/site/offline/offline-page.tsx',
  startsOn: 'load',
  isKept: true,
}

/** The pages that don't start on a press, by their modules. */
export const eagerPages: ReadonlyMap<string, SitePage> = new Map(
  [...sitePages, offlineNotePage].filter(({ startsOn }) => startsOn).map((page) => [page.source, page]),
)

/** The module of each of the operator's own pages; where those are, the folder says. */
export const ownPageModule = 'web/site/own-page/own-page.tsx'
