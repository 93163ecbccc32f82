import type { ReactNode } from 'react'
import type { PageData } from '#domain/site.ts'
import { Document } from './document.tsx'
import { PageProvider, PreloadedProvider } from './lib/page.tsx'
import { ThemeProvider } from './lib/theme.tsx'
import { SiteRoutes } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

type Props = {
  page: PageData
  /** Inlined by the server. */
  css?: string
  withRouter: (routes: ReactNode) => ReactNode
}

export function SiteApp({ page, css = '', withRouter }: Props) {
  return (
    <PageProvider page={page}>
      <ThemeProvider>
        <Document page={page} css={css}>
          <ToastProvider>
            {withRouter(
              <PreloadedProvider>
                <SiteRoutes />
              </PreloadedProvider>,
            )}
          </ToastProvider>
        </Document>
      </ThemeProvider>
    </PageProvider>
  )
}
