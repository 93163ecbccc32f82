import { renderToStaticMarkup } from 'react-dom/server'
import type { PageData } from '#domain/site.ts'
import { AdminDocument } from '#web/admin-document.tsx'

/** Must contain nothing secret, because it is served before sign-in. */
export const renderAdminShell = (page: PageData, css: string): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(<AdminDocument page={page} css={css} />)}`
