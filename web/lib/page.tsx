import { createContext, type ReactNode, use, useState } from 'react'
import { useLocation } from 'react-router'
import type { PageData, Preloaded } from '#domain/site.ts'

const PageContext = createContext<PageData | null>(null)

export function PageProvider({ page, children }: { page: PageData; children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>
}

/** What the server said about this document; the same in the browser. */
export function usePage(): PageData {
  const page = use(PageContext)
  if (!page) throw new Error('usePage must be used within a PageProvider')
  return page
}

const PreloadedContext = createContext<Preloaded | undefined>(undefined)

/** Hands on what came with the document, for as long as the visitor is at the address that it came for. */
export function PreloadedProvider({ children }: { children: ReactNode }) {
  const { preloaded } = usePage()
  const { pathname, search } = useLocation()
  const [first] = useState(pathname + search)
  return (
    <PreloadedContext value={pathname + search === first ? preloaded : undefined}>
      {children}
    </PreloadedContext>
  )
}

/** What the server read from the database for this page; undefined on a page that was reached inside the site. */
export const usePreloaded = (): Preloaded | undefined => use(PreloadedContext)
