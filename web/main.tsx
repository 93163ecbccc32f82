import './site/site.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadAnalyticsTag } from './lib/analytics-tag.ts'
import { keepForOffline } from './lib/offline.ts'
import { readPageData } from './lib/page-data.ts'
import { SiteApp } from './site-app.tsx'

const page = readPageData()

if (page.analyticsId !== null) loadAnalyticsTag(page.analyticsId)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteApp page={page} withRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
    </StrictMode>,
  )
})

keepForOffline()
