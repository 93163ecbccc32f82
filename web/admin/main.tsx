import '#web/lib/set-immediate.ts'
import './admin.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AdminApp, preloadFirstPage } from './admin-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the document has no #root element')

await preloadFirstPage()
createRoot(root).render(
  <StrictMode>
    <AdminApp />
  </StrictMode>,
)
