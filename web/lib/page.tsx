import { createContext, type ReactNode, use } from 'react'
import type { PageData } from '#domain/site.ts'

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
