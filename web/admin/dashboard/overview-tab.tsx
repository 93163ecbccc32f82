import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { StatCard, showFigure } from '#web/admin/stat-card.tsx'
import { usePage } from '#web/lib/page.tsx'
import { FailedState } from '#web/ui/states.tsx'

const REFRESH_MS = 30_000

export type DashboardAnswer = {
  todayStats: {
    pageViews: number
    uniqueVisitors: number
    passwordsGenerated: number
    passwordsChecked: number
  }
  newContacts: number
  heldBackContacts: number
}

export function OverviewTab() {
  const { origin } = usePage()
  const { data, error, isError, refetch } = useAdminQuery<DashboardAnswer>(['/api/admin', 'dashboard'], {
    refetchInterval: REFRESH_MS,
  })
  const stats = data?.todayStats
  return (
    <AdminLayout title="Dashboard">
      {isError && !data ? (
        <FailedState message={messageOf(error, 'The figures could not be loaded')} onRetry={refetch} />
      ) : (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <StatCard
            label="Today's Views"
            value={stats?.pageViews}
            note={`${showFigure(stats?.uniqueVisitors)} unique ${stats?.uniqueVisitors === 1 ? 'visitor' : 'visitors'}`}
          />
          <StatCard label="Passwords Generated" value={stats?.passwordsGenerated} note="Today" />
          <StatCard label="Password Checks" value={stats?.passwordsChecked} note="Today" />
          <StatCard label="New Contacts" value={data?.newContacts} note="Pending responses" />
        </dl>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        <Shortcut to="/admin/blog" title="Blog Management">
          Write, publish and archive posts
        </Shortcut>
        <Shortcut to="/admin/dashboard?tab=contacts" title="Contact Forms">
          Read what visitors wrote
        </Shortcut>
        <Shortcut href={`${origin}/`} title="View Website">
          Open the public site in a new tab
        </Shortcut>
      </div>
    </AdminLayout>
  )
}

type ShortcutProps = { title: string; children: ReactNode } & (
  | { to: string; href?: never }
  | { href: string; to?: never }
)

function Shortcut({ to, href, title, children }: ShortcutProps) {
  const look = 'group rounded-card border border-border bg-surface p-4 hover:border-accent'
  const content = (
    <>
      <span className="flex items-center justify-between font-semibold">
        {title}
        <ArrowUpRight aria-hidden size={18} className="text-muted group-hover:text-accent" />
      </span>
      <span className="mt-1 block text-muted text-sm">{children}</span>
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={look}>
        {content}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener" className={look}>
      {content}
    </a>
  )
}
