import { ShieldAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useAdminQuery } from '#web/admin/client.ts'
import { showDate } from '#web/lib/dates.ts'
import { ACCOUNT_PAGE, ACCOUNT_PATH } from './query-keys.ts'

/** Shown until the user has the second step that the site requires. */
export function SecondStepNotice() {
  const { pathname } = useLocation()
  const { data } = useAdminQuery(ACCOUNT_PATH)
  const dueAt = data?.secondStep.dueAt ?? null
  if (dueAt === null || pathname === ACCOUNT_PAGE) return null
  return (
    <aside
      aria-label="Second step"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-weak border-b bg-surface px-4 py-2 text-sm lg:px-8"
    >
      <ShieldAlert aria-hidden size={18} className="shrink-0 text-weak" />
      <p className="min-w-0 flex-1 basis-72">
        This site requires a second step for everyone. You’ll need one starting {showDate(dueAt)}.
      </p>
      <Link to={ACCOUNT_PAGE} className="link">
        Set it up
      </Link>
    </aside>
  )
}
