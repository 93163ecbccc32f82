import { ArrowUpRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { FIRST_STEPS_PATH } from '#domain/configuration.ts'
import type { DashboardOverview, OverviewDay } from '#domain/dashboard.ts'
import type { Dashboard } from '#domain/statistics.ts'
import { messageOf, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { showFigure } from '#web/admin/stat-cards.tsx'
import { lazyPart } from '#web/lib/lazy-component.ts'
import { usePage } from '#web/lib/page.tsx'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { FigureCard } from './figure-card.tsx'
import { AnalysesPanel, BackupPanel, DraftsPanel, MessagesPanel } from './overview-panels.tsx'

const FirstStepsPanel = lazyPart(async () => (await import('./first-steps-panel.tsx')).FirstStepsPanel)

const REFRESH_MS = 30_000
const REFETCH = { refetchInterval: REFRESH_MS }

export function OverviewTab() {
  const figures = useAdminQuery('/api/admin/dashboard', REFETCH)
  const overview = useAdminQuery('/api/admin/dashboard/overview', REFETCH)
  const maySeeSteps = readDenialReason('configuration.manage') === null
  const firstSteps = useAdminQuery(FIRST_STEPS_PATH, {
    enabled: maySeeSteps,
    refetchOnMount: 'always',
  })
  const failed = [figures, overview].find(({ isError, data }) => isError && !data)
  return (
    <AdminLayout title="Dashboard">
      {failed ? (
        <FailedState
          message={messageOf(failed.error, 'The statistics could not be loaded')}
          onRetry={() => {
            figures.refetch()
            overview.refetch()
          }}
        />
      ) : (
        <Cards dashboard={figures.data} days={overview.data?.days} />
      )}
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        {overview.data && !firstSteps.isLoading ? (
          <>
            {firstSteps.error && (
              <div className="lg:col-span-3">
                <FailedState
                  message={messageOf(firstSteps.error, 'The first steps could not be loaded')}
                  onRetry={firstSteps.refetch}
                />
              </div>
            )}
            {firstSteps.data && !firstSteps.data.isDismissed && (
              <Suspense>
                <FirstStepsPanel firstSteps={firstSteps.data} />
              </Suspense>
            )}
            <MessagesPanel messages={overview.data.messages} />
            <div className="flex min-w-0 flex-col gap-4">
              <BackupPanel backup={overview.data.backup} />
              <AnalysesPanel analyses={overview.data.analyses} />
            </div>
            <DraftsPanel drafts={overview.data.drafts} />
          </>
        ) : (
          !overview.isError && (
            <div className="lg:col-span-2">
              <LoadingRows count={2} height="h-64" />
            </div>
          )
        )}
        <Shortcuts />
      </div>
    </AdminLayout>
  )
}

type CardsProps = { dashboard: Dashboard | undefined; days: DashboardOverview['days'] | undefined }

function Cards({ dashboard, days }: CardsProps) {
  const stats = dashboard?.todayStats
  const visitors = stats?.uniqueVisitors
  const card = (
    label: string,
    value: number | undefined,
    note: string,
    read: (day: OverviewDay) => number,
  ) => <FigureCard label={label} value={value} note={note} days={days} read={read} />
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {card(
        "Today's Views",
        stats?.pageViews,
        `${showFigure(visitors)} unique ${visitors === 1 ? 'visitor' : 'visitors'}`,
        ({ pageViews }) => pageViews,
      )}
      {card('Passwords Generated', stats?.passwordsGenerated, 'Today', (day) => day.passwordsGenerated)}
      {card('Password Checks', stats?.passwordsChecked, 'Today', (day) => day.passwordsChecked)}
      {card('New Contacts', dashboard?.newContacts, 'Pending responses', ({ contacts }) => contacts)}
    </dl>
  )
}

function Shortcuts() {
  const { origin } = usePage()
  return (
    <div className="flex min-w-0 flex-col gap-3">
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
  )
}

type ShortcutProps = { title: string; children: ReactNode } & ({ to: string } | { href: string })

function Shortcut({ title, children, ...target }: ShortcutProps) {
  const look =
    'group flex grow flex-col justify-center rounded-card border border-border bg-surface px-4 py-3 hover:border-accent'
  const content = (
    <>
      <span className="flex items-center justify-between font-semibold">
        {title}
        <ArrowUpRight aria-hidden size={18} className="text-muted group-hover:text-accent" />
      </span>
      <span className="mt-1 block text-muted text-sm">{children}</span>
    </>
  )
  return 'to' in target ? (
    <Link to={target.to} className={look}>
      {content}
    </Link>
  ) : (
    <a href={target.href} target="_blank" rel="noopener" className={look}>
      {content}
    </a>
  )
}
