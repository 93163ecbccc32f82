import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router'
import { PageProvider } from '#web/lib/page.tsx'
import { readPageData } from '#web/lib/page-data.ts'
import { ThemeProvider } from '#web/lib/theme.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { queryClient } from './client.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { LoginPage } from './login/login-page.tsx'
import { useToken } from './session.ts'
import { SetupPage } from './setup/setup-page.tsx'

/** Everything under /admin: a bundle of its own that no visitor downloads. */
export function AdminApp() {
  return (
    <PageProvider page={readPageData()}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <TooltipProvider>
            <ToastProvider>
              <BrowserRouter>
                <AdminRoutes />
              </BrowserRouter>
            </ToastProvider>
          </TooltipProvider>
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
      <Route element={<SignedInOnly />}>
        <Route path="/admin/dashboard" element={<DashboardPage />} />
      </Route>
    </Routes>
  )
}

/** Without a token the sign-in page comes instead, silently. */
function SignedInOnly() {
  return useToken() ? <Outlet /> : <Navigate to="/admin/login" replace />
}
