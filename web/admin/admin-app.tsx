import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { PageProvider } from '#web/lib/page.tsx'
import { readPageData } from '#web/lib/page-data.ts'
import { ThemeProvider } from '#web/lib/theme.tsx'
import { ConfirmProvider } from '#web/ui/confirm-dialog.tsx'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { ACCOUNT_PAGE } from './account/query-keys.ts'
import { isEditorAddress } from './blog/editor-address.ts'
import { queryClient } from './client.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { AdminFrame, AdminLayout } from './layout.tsx'
import { LoginPage } from './login/login-page.tsx'
import { PaletteProvider } from './palette/palette-provider.tsx'
import { ReauthenticationDialog } from './reauthentication/reauthentication-dialog.tsx'
import { passwordChange, secondStep, useToken } from './session.ts'
import { SignOutProvider } from './sign-out.tsx'

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage)
const NewPasswordPage = lazyPage(
  async () => (await import('./new-password/new-password-page.tsx')).NewPasswordPage,
)
const SetupPage = lazyPage(async () => (await import('./setup/setup-page.tsx')).SetupPage)
const BlogPage = lazyPage(async () => (await import('./blog/blog-page.tsx')).BlogPage)
const SettingsPage = lazyPage(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)
const ApiDocsPage = lazyPage(async () => (await import('./api-docs/api-docs-page.tsx')).ApiDocsPage)
const WebsiteAnalyzerPage = lazyPage(
  async () => (await import('./website-analyzer/website-analyzer-page.tsx')).WebsiteAnalyzerPage,
)

/** Everything under /admin, in a bundle that visitors don't download. */
export function AdminApp() {
  return (
    <PageProvider page={readPageData()}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <ToastProvider>
            <BrowserRouter>
              <SignOutProvider>
                <DemoBanner />
                <Suspense>
                  <AdminRoutes />
                </Suspense>
              </SignOutProvider>
            </BrowserRouter>
          </ToastProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </PageProvider>
  )
}

function AdminRoutes() {
  return (
    <Routes>
      <Route path="/admin/login" element={<LoginPage />} />
      <Route path="/admin/setup" element={<SetupPage />} />
      <Route path="/admin/new-password" element={<NewPasswordPage />} />
      <Route element={<SignedInOnly />}>
        <Route path="/admin/dashboard" element={<DashboardPage />} />
        <Route path="/admin/blog" element={withLoadingFrame('Blog Management', <BlogPage />)} />
        <Route
          path="/admin/website-analyzer"
          element={withLoadingFrame('Website Analyzer', <WebsiteAnalyzerPage />)}
        />
        <Route path="/api/docs" element={withLoadingFrame('API docs', <ApiDocsPage />)} />
        <Route path="/admin/account" element={withLoadingFrame('Your account', <AccountPage />)} />
        <Route path="/admin/settings" element={withLoadingFrame('Settings', <SettingsPage />)} />
        <Route path="*" element={withLoadingFrame('404 Page Not Found', <NotFoundPage />)} />
      </Route>
    </Routes>
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

/** Redirects to the sign-in page without a token, or to a required password change or second step. */
function SignedInOnly() {
  const token = useToken()
  const mustChangePassword = passwordChange.useIsSet()
  const mustSetUpSecondStep = secondStep.useIsSet()
  const { pathname, search } = useLocation()
  if (!token) return <Navigate to="/admin/login" replace />
  if (mustChangePassword) return <Navigate to="/admin/new-password" replace />
  if (mustSetUpSecondStep && pathname !== ACCOUNT_PAGE) return <Navigate to={ACCOUNT_PAGE} replace />
  return (
    <PaletteProvider>
      <ConfirmProvider>
        <AdminFrame isHidden={isEditorAddress(pathname, search)}>
          <Outlet />
        </AdminFrame>
      </ConfirmProvider>
      <ReauthenticationDialog />
    </PaletteProvider>
  )
}
