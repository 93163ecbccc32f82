import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
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
}

export function OverviewTab() {
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
          <Stat
            label="Today's Views"
            value={stats?.pageViews}
            note={`${show(stats?.uniqueVisitors)} unique ${stats?.uniqueVisitors === 1 ? 'visitor' : 'visitors'}`}
          />
          <Stat label="Passwords Generated" value={stats?.passwordsGenerated} note="Today" />
          <Stat label="Password Checks" value={stats?.passwordsChecked} note="Today" />
          <Stat label="New Contacts" value={data?.newContacts} note="Pending responses" />
        </dl>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-3">
        <Shortcut to="/admin/blog" title="Blog Management">
          Write, publish and archive posts
        </Shortcut>
        <Shortcut to="/admin/dashboard?tab=contacts" title="Contact Forms">
          Read what visitors wrote
        </Shortcut>
        <Shortcut href="/" title="View Website">
          Open the public site in a new tab
        </Shortcut>
      </div>
    </AdminLayout>
  )
}

const show = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString())

function Stat({ label, value, note }: { label: string; value: number | undefined; note: string }) {
  return (
    <div className="flex flex-col rounded-card border border-border bg-surface p-4">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-semibold text-2xl tabular-nums">{show(value)}</dd>
      <dd className="mt-1 text-muted text-sm">{note}</dd>
    </div>
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
