import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Permission } from '#domain/permissions.ts'
import { AuditTab } from '#web/admin/audit/audit-tab.tsx'
import { BackupsTab } from '#web/admin/backups/backups-tab.tsx'
import { ContactsTab } from '#web/admin/contacts/contacts-tab.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { refusalOf } from '#web/admin/permissions.ts'
import { UsersTab } from '#web/admin/users/users-tab.tsx'
import { EmptyState, LoadingRows } from '#web/ui/states.tsx'
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
      return (
        <Guarded title="Audit log" permission="audit.read">
          <AuditTab />
        </Guarded>
      )
    case 'backups':
      return (
        <Guarded title="Backups" permission="backups.manage">
          <BackupsTab />
        </Guarded>
      )
    default:
      return <OverviewTab />
  }
}

type GuardedProps = { title: string; permission: Permission; children: ReactNode }

/** A page that asks for nothing and says why where its reader may not read it. */
function Guarded({ title, permission, children }: GuardedProps) {
  const refusal = refusalOf(permission)
  if (refusal === null) return children
  return (
    <AdminLayout title={title}>
      <EmptyState title={refusal} />
    </AdminLayout>
  )
}
