import { ShieldAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useAdminQuery } from '#web/admin/client.ts'
import { NoticeBar } from '#web/admin/notice-bar.tsx'
import { showDate } from '#web/lib/dates.ts'
import { ACCOUNT_PAGE, ACCOUNT_PATH } from './query-keys.ts'

/** Shown until the user has the second step that the site requires. */
export function SecondStepNotice() {
  const { pathname } = useLocation()
  const { data } = useAdminQuery(ACCOUNT_PATH)
  const dueAt = data?.secondStep.dueAt ?? null
  if (dueAt === null || pathname === ACCOUNT_PAGE) return null
  const link = (
    <Link to={ACCOUNT_PAGE} className="link">
      Set it up
    </Link>
  )
  return (
    <NoticeBar label="Second step" Icon={ShieldAlert} look="weak" actions={link}>
      This site requires a second step for everyone. You’ll need one starting {showDate(dueAt)}.
    </NoticeBar>
  )
}
