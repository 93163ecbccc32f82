import './styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { readPageData } from './lib/page-data.ts'
import { SiteApp } from './site-app.tsx'

hydrateRoot(
  document,
  <StrictMode>
    <SiteApp page={readPageData()} withRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
  </StrictMode>,
)
