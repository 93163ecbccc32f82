import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'

import { BrowserRouter } from 'react-router'
import { OFFLINE_NOTE_PATH, type PageData } from '#domain/site.ts'
import { hydrateDocument } from './lib/hydrate.ts'
import { preloadPage } from './router.tsx'
import { SiteApp } from './site-app.tsx'

/** Resolves when the app handles input. After `freeze`, only React may change the document. */
export async function startApp(page: PageData, freeze: () => void): Promise<void> {
  await preloadPage(page.isOfflineNote ? OFFLINE_NOTE_PATH : location.pathname, page)
  freeze()
  const mounted = Promise.withResolvers<void>()
  // Interruptible, so that the page responds meanwhile.
  startTransition(() => {
    hydrateDocument(
      <StrictMode>
        <OnMount report={mounted.resolve}>
          <SiteApp page={page} withRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
        </OnMount>
      </StrictMode>,
    )
  })
  await mounted.promise
}

function OnMount({ report, children }: { report: () => void; children: ReactNode }) {
  useEffect(report, [report])
  return children
}
