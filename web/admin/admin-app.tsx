import { QueryClientProvider } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { type LazyPage, lazyPage } from '#web/lib/lazy-component.ts'
import { PageProvider, usePage } from '#web/lib/page.tsx'
import { readPageData } from '#web/lib/page-data.ts'
import { ThemeProvider } from '#web/lib/theme.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { ACCOUNT_PAGE } from './account/query-keys.ts'
import { queryClient } from './client.ts'
import { SignedInPages } from './lazy-signed-in-pages.ts'
import { passwordChange, readToken, secondStep, useToken } from './session.ts'
import { SignOutProvider } from './sign-out.tsx'

const LoginPage = lazyPage(async () => (await import('./login/login-page.tsx')).LoginPage)

const SIGNED_OUT: Readonly<Record<string, LazyPage<object>>> = {
  '/admin/login': LoginPage,
  '/admin/setup': lazyPage(async () => (await import('./setup/setup-page.tsx')).SetupPage),
  '/admin/new-password': lazyPage(
    async () => (await import('./new-password/new-password-page.tsx')).NewPasswordPage,
  ),
}

/** Loaded before the first render: React would delay a page that suspends. */
export const preloadFirstPage = (): Promise<void> =>
  (SIGNED_OUT[location.pathname] ?? (readToken() === null ? LoginPage : SignedInPages)).preload()

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
      {Object.entries(SIGNED_OUT).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<SignedInOnly />} />
    </Routes>
  )
}

/** Redirects to the sign-in page without a token, or to a required password change or second step. */
function SignedInOnly() {
  const token = useToken()
  const mustChangePassword = passwordChange.useIsSet()
  const mustSetUpSecondStep = secondStep.useIsSet()
  const { pathname } = useLocation()
  if (!token) return <Navigate to="/admin/login" replace />
  if (mustChangePassword) return <Navigate to="/admin/new-password" replace />
  if (mustSetUpSecondStep && pathname !== ACCOUNT_PAGE) return <Navigate to={ACCOUNT_PAGE} replace />
  return <SignedInPages />
}

function DemoBanner() {
  const { isDemo } = usePage()
  if (!isDemo) return null
  return (
    <aside
      aria-label="Demo"
      className="flex items-center justify-center gap-2 border-border border-b bg-accent-soft px-4 py-1.5 lg:h-[2.125rem] text-sm"
    >
      <FlaskConical aria-hidden size={16} className="shrink-0 text-accent" />
      Demo: everything here is made up and is deleted when the server stops
    </aside>
  )
}
