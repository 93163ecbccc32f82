import { type ReactNode, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { ConfirmProvider } from '#web/ui/confirm-provider.tsx'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { isEditorAddress } from './blog/editor-address.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { AdminFrame, AdminLayout } from './layout.tsx'
import { PaletteProvider } from './palette/palette-provider.tsx'
import { ReauthenticationDialog } from './reauthentication/reauthentication-dialog.tsx'

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage)
const BlogAdminPage = lazyPage(async () => (await import('./blog/blog-page.tsx')).BlogAdminPage)
const SettingsPage = lazyPage(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const RedirectsPage = lazyPage(async () => (await import('./redirects/redirects-page.tsx')).RedirectsPage)
const AdminNotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).AdminNotFoundPage)
const WebsiteAnalyzerPage = lazyPage(
  async () => (await import('./website-analyzer/website-analyzer-page.tsx')).WebsiteAnalyzerPage,
)

export function SignedInPages() {
  const { pathname, search } = useLocation()
  return (
    <PaletteProvider>
      <ConfirmProvider>
        <AdminFrame isHidden={isEditorAddress(pathname, search)}>
          <Routes>
            <Route path="/admin/dashboard" element={<DashboardPage />} />
            <Route path="/admin/blog" element={withLoadingFrame('Blog Management', <BlogAdminPage />)} />
            <Route
              path="/admin/website-analyzer"
              element={withLoadingFrame('Website Analyzer', <WebsiteAnalyzerPage />)}
            />
            <Route path="/admin/account" element={withLoadingFrame('Your account', <AccountPage />)} />
            <Route path="/admin/settings" element={withLoadingFrame('Settings', <SettingsPage />)} />
            <Route path="/admin/redirects" element={withLoadingFrame('Redirects', <RedirectsPage />)} />
            <Route path="*" element={withLoadingFrame('404 Page Not Found', <AdminNotFoundPage />)} />
          </Routes>
        </AdminFrame>
      </ConfirmProvider>
      <ReauthenticationDialog />
    </PaletteProvider>
  )
}

/** Shows the page's frame while its code loads. */
function withLoadingFrame(title: string, page: ReactNode) {
  const frame = (
    <AdminLayout title={title}>
      <LoadingRows count={3} />
    </AdminLayout>
  )
  return <Suspense fallback={frame}>{page}</Suspense>
}
