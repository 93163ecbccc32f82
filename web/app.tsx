import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'

import { BrowserRouter } from 'react-router'
import { OFFLINE_NOTE_PATH, type PageData } from '#domain/site.ts'
import { hydrateDocument } from './lib/hydrate.ts'
import { preloadPage } from './router.tsx'
import { SiteApp } from './site-app.tsx'

/**
 * Hydrates the document; resolves once the app answers to presses. `freeze` is called when its code is there: from then
 * on nobody else may change the document.
 */
export async function startApp(page: PageData, freeze: () => void): Promise<void> {
  await preloadPage(page.isOfflineNote ? OFFLINE_NOTE_PATH : location.pathname, page)
  freeze()
  const alive = Promise.withResolvers<void>()
  // In small steps, between which the page scrolls and answers.
  startTransition(() => {
    hydrateDocument(
      <StrictMode>
        <OnMount report={alive.resolve}>
          <SiteApp page={page} withRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
        </OnMount>
      </StrictMode>,
    )
  })
  await alive.promise
}

function OnMount({ report, children }: { report: () => void; children: ReactNode }) {
  useEffect(report, [report])
  return children
}
