import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Permission } from '#domain/permissions.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { type LazyPage, lazyPage } from '#web/lib/lazy-component.ts'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import { EmptyState, LoadingRows } from '#web/ui/data-states.tsx'
import { OverviewTab } from './overview-tab.tsx'

type Tab = { title: string; Page: LazyPage<object>; permission?: Permission }

const TABS: Readonly<Record<string, Tab>> = {
  contacts: {
    title: 'Contact Forms',
    Page: lazyPage(async () => (await import('#web/admin/contacts/contacts-tab.tsx')).ContactsTab),
  },
  users: {
    title: 'Admin Users',
    Page: lazyPage(async () => (await import('#web/admin/users/users-tab.tsx')).UsersTab),
  },
  metrics: {
    title: 'Site Metrics',
    Page: lazyPage(async () => (await import('#web/admin/metrics/metrics-tab.tsx')).MetricsTab),
  },
  audit: {
    title: 'Audit Log',
    permission: 'audit.read',
    Page: lazyPage(async () => (await import('#web/admin/audit/audit-tab.tsx')).AuditTab),
  },
  backups: {
    title: 'Backups',
    permission: 'backups.manage',
    Page: lazyPage(async () => (await import('#web/admin/backups/backups-tab.tsx')).BackupsTab),
  },
}

/** Tabs are in the URL, so that links and Back work. */
export function DashboardPage() {
  const [parameters] = useSearchParams()
  const name = parameters.get('tab') ?? ''
  usePrefetch(preloadTabs)
  const tab = Object.hasOwn(TABS, name) ? TABS[name] : undefined
  return tab ? <TabPage key={name} tab={tab} /> : <OverviewTab />
}

/** Without the permission, shows the reason and fetches nothing. */
function TabPage({ tab: { title, Page, permission = 'read' } }: { tab: Tab }) {
  const denialReason = readDenialReason(permission)
  const frameOf = (content: ReactNode) => <AdminLayout title={title}>{content}</AdminLayout>
  if (denialReason !== null) return frameOf(<EmptyState title={denialReason} />)
  return (
    <Suspense fallback={frameOf(<LoadingRows count={3} />)}>
      <Page />
    </Suspense>
  )
}

async function preloadTabs(): Promise<void> {
  const allowed = Object.values(TABS).filter(
    ({ permission = 'read' }) => readDenialReason(permission) === null,
  )
  await Promise.all(allowed.map(({ Page }) => Page.preload()))
}
