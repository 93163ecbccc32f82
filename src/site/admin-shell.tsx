import { renderToStaticMarkup } from 'react-dom/server'
import type { PageData } from '#domain/site.ts'
import { AdminDocument } from '#web/admin-document.tsx'

/** The document that the admin's own code fills in: it holds nothing that a stranger may not see. */
export const renderAdminShell = (page: PageData, css: string): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(<AdminDocument page={page} css={css} />)}`
