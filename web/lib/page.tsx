import { createContext, type ReactNode, use, useState } from 'react'
import { useLocation } from 'react-router'
import type { PageData, Preloaded } from '#domain/site.ts'

const PageContext = createContext<PageData | null>(null)

export function PageProvider({ page, children }: { page: PageData; children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>
}

export function usePage(): PageData {
  const page = use(PageContext)
  if (!page) throw new Error('usePage must be used within a PageProvider')
  return page
}

const PreloadedContext = createContext<Preloaded | undefined>(undefined)

/** Provides preloaded data until in-app navigation. */
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

export const usePreloaded = (): Preloaded | undefined => use(PreloadedContext)
