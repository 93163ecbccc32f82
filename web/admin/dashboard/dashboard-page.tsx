import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { LoadingRows } from '#web/ui/states.tsx'
import { AuditTab } from '../audit/audit-tab.tsx'
import { ContactsTab } from '../contacts/contacts-tab.tsx'
import { AdminLayout } from '../layout.tsx'
import { UsersTab } from '../users/users-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'

const MetricsTab = lazy(async () => ({ default: (await import('../metrics/metrics-tab.tsx')).MetricsTab }))

/** The tabs of the dashboard are named in the address, so that each can be linked to and returned to. */
export function DashboardPage() {
  const [parameters] = useSearchParams()
  switch (parameters.get('tab')) {
    case 'contacts':
      return <ContactsTab />
    case 'users':
      return <UsersTab />
    case 'metrics':
      return (
        <AdminLayout title="Site Metrics">
          <Suspense fallback={<LoadingRows count={2} height="h-64" />}>
            <MetricsTab />
          </Suspense>
        </AdminLayout>
      )
    case 'audit':
      return <AuditTab />
    default:
      return <OverviewTab />
  }
}
