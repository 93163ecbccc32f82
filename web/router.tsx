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
