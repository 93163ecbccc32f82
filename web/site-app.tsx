import type { ReactNode } from 'react'
import type { PageData } from '#domain/site.ts'
import { Document } from './document.tsx'
import { PageProvider, PreloadedProvider } from './lib/page.tsx'
import { ThemeProvider } from './lib/theme.tsx'
import { SiteRoutes } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

type Props = {
  page: PageData
  /** Styles to be written into the document; the browser, which has them there, need not know them. */
  css?: string
  /** Puts the routes into a router: one that reads the browser's address, or one that is told it. */
  withRouter: (routes: ReactNode) => ReactNode
}

/** The public site as a whole document: rendered by the server, taken over by the browser. */
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
