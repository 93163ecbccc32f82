import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { AuditTab } from '#web/admin/audit/audit-tab.tsx'
import { BackupsTab } from '#web/admin/backups/backups-tab.tsx'
import { ContactsTab } from '#web/admin/contacts/contacts-tab.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { UsersTab } from '#web/admin/users/users-tab.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { OverviewTab } from './overview-tab.tsx'

const MetricsTab = lazy(async () => ({
  default: (await import('#web/admin/metrics/metrics-tab.tsx')).MetricsTab,
}))

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
    case 'backups':
      return <BackupsTab />
    default:
      return <OverviewTab />
  }
}
