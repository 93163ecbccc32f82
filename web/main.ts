import './site/site.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { OFFLINE_NOTE_PATH } from '#domain/site.ts'
import { recordPageView } from './lib/analytics.ts'
import { startAnalyticsFrame } from './lib/analytics-frame.ts'
import { keepForOffline } from './lib/offline.ts'
import { readPageData } from './lib/page-data.ts'
import { preloadPage } from './router.tsx'
import { SiteApp } from './site-app.tsx'

const page = readPageData()

if (page.analyticsId !== null) {
  startAnalyticsFrame()
  recordPageView(location.pathname)
}

// Begun here and not when it is first shown, so that what is pressed meanwhile can be taken over at once.
preloadPage(page.isOfflineNote ? OFFLINE_NOTE_PATH : location.pathname, page)
// In small steps, between which the page scrolls and answers.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteApp page={page} withRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
    </StrictMode>,
  )
})

keepForOffline()
