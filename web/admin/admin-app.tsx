import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { lazyPage } from '#web/lib/lazy.ts'
import { PageProvider } from '#web/lib/page.tsx'
import { readPageData } from '#web/lib/page-data.ts'
import { ThemeProvider } from '#web/lib/theme.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { ACCOUNT_PAGE } from './account/keys.ts'
import { queryClient } from './client.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { DemoBand } from './demo-band.tsx'
import { AdminLayout } from './layout.tsx'
import { LoginPage } from './login/login-page.tsx'
import { PaletteProvider } from './palette/palette-provider.tsx'
import { ProofDialog } from './proof/proof-dialog.tsx'
import { useMustChangePassword, useMustSetUpSecondStep, useToken } from './session.ts'
import { SetupPage } from './setup/setup-page.tsx'
import { SignOutProvider } from './sign-out.tsx'

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage)
const NewPasswordPage = lazyPage(
  async () => (await import('./new-password/new-password-page.tsx')).NewPasswordPage,
)
const BlogPage = lazyPage(async () => (await import('./blog/blog-page.tsx')).BlogPage)
const SettingsPage = lazyPage(async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const ApiDocsPage = lazyPage(async () => (await import('./api-docs/api-docs-page.tsx')).ApiDocsPage)
const WebsiteAnalyzerPage = lazyPage(
  async () => (await import('./website-analyzer/website-analyzer-page.tsx')).WebsiteAnalyzerPage,
)

/** Everything under /admin: a bundle of its own that no visitor downloads. */
export function AdminApp() {
  return (
    <PageProvider page={readPageData()}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <ToastProvider place="admin-toasts">
            <BrowserRouter>
              <SignOutProvider>
                <DemoBand />
                <AdminRoutes />
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
      <Route
        path="/admin/new-password"
        element={
          <Suspense>
            <NewPasswordPage />
          </Suspense>
        }
      />
      <Route element={<SignedInOnly />}>
        <Route path="/admin/dashboard" element={<DashboardPage />} />
        <Route path="/admin/blog" element={arriving('Blog Management', <BlogPage />)} />
        <Route
          path="/admin/website-analyzer"
          element={arriving('Website Analyzer', <WebsiteAnalyzerPage />)}
        />
        <Route path="/api/docs" element={arriving('API docs', <ApiDocsPage />)} />
        <Route path="/admin/account" element={arriving('Your account', <AccountPage />)} />
        <Route path="/admin/settings" element={arriving('Settings', <SettingsPage />)} />
      </Route>
    </Routes>
  )
}

/** The frame of a page stands while its code is fetched. */
function arriving(title: string, page: ReactNode) {
  const frame = (
    <AdminLayout title={title}>
      <LoadingRows count={3} />
    </AdminLayout>
  )
  return <Suspense fallback={frame}>{page}</Suspense>
}

/** Without a token the sign-in page comes instead, silently; and the page for what has to be done before anything else. */
function SignedInOnly() {
  const token = useToken()
  const mustChangePassword = useMustChangePassword()
  const mustSetUpSecondStep = useMustSetUpSecondStep()
  const { pathname } = useLocation()
  if (!token) return <Navigate to="/admin/login" replace />
  if (mustChangePassword) return <Navigate to="/admin/new-password" replace />
  if (mustSetUpSecondStep && pathname !== ACCOUNT_PAGE) return <Navigate to={ACCOUNT_PAGE} replace />
  return (
    <PaletteProvider>
      <Outlet />
      <ProofDialog />
    </PaletteProvider>
  )
}
