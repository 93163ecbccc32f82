import { MonitorSmartphone, ShieldAlert } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { NewBrowser } from '#domain/accounts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { NoticeBar } from '#web/admin/notice-bar.tsx'
import { SmallButton } from '#web/admin/small-button.tsx'
import { showDate, showMoment } from '#web/lib/dates.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ACCOUNT_PAGE, ACCOUNT_PATH, SESSIONS_PATH } from './query-keys.ts'

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

/** Shown to everyone until the first administrator, created without the setup code, is confirmed. */
export function UnconfirmedSetupNotice() {
  const { data } = useAdminQuery(ACCOUNT_PATH)
  const confirm = useAdminMutation({
    run: () => callAdmin('POST', '/api/admin/account/setup-confirmation'),
    success: 'Thank you',
    failure: 'This notice could not be dismissed',
    refreshes: [[ACCOUNT_PATH]],
  })
  const unconfirmed = data?.unconfirmedSetup ?? null
  if (unconfirmed === null) return null
  const { username, createdAt, isOwn } = unconfirmed
  const button = (
    <SmallButton disabled={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
      It was me
    </SmallButton>
  )
  return (
    <NoticeBar label="Setup without the code" Icon={ShieldAlert} look="weak" actions={isOwn && button}>
      The first administrator, {username}, was created without the setup code on {showMoment(createdAt)}.{' '}
      {isOwn
        ? 'Was it you?'
        : 'If you don’t know who did it, start over with an empty data folder. Otherwise, “passwright admin confirm-setup” on the server ends this notice.'}
    </NoticeBar>
  )
}

/** Lists sign-ins from new browsers until the user confirms or denies them. */
export function NewBrowserNotice() {
  const { data } = useAdminQuery(ACCOUNT_PATH)
  const [newest] = data?.newBrowsers ?? []
  return newest ? <Notice notice={newest} count={data?.newBrowsers.length ?? 1} /> : null
}

function Notice({ notice, count }: { notice: NewBrowser; count: number }) {
  const navigate = useNavigate()
  const { id, at, browser, network, sessionId } = notice
  const markSeen = () => callAdmin('POST', '/api/admin/account/new-browsers/:id/seen', { params: { id } })
  const confirm = useAdminMutation({
    run: markSeen,
    success: 'Thank you',
    failure: 'This notice could not be dismissed',
    refreshes: [[ACCOUNT_PATH]],
  })
  const deny = useAdminMutation({
    run: async () => {
      if (sessionId !== null)
        await callAdmin('DELETE', `${SESSIONS_PATH}/:session`, { params: { session: sessionId } })
      await markSeen()
    },
    success: () => ({
      title: 'That browser is signed out',
      description: 'Change your password now, and remove any passkey you don’t recognize.',
    }),
    failure: 'The session could not be ended',
    refreshes: [[ACCOUNT_PATH], [SESSIONS_PATH]],
    onSuccess: () => navigate('/admin/account'),
  })
  const isBusy = confirm.isPending || deny.isPending

  return (
    <NoticeBar
      label="New sign-in"
      Icon={MonitorSmartphone}
      look="fair"
      actions={
        <div className="flex gap-2">
          <SmallButton disabled={isBusy} onClick={() => confirm.mutate(undefined)}>
            It was me
          </SmallButton>
          <SmallButton look="danger" disabled={isBusy} onClick={() => deny.mutate(undefined)}>
            It wasn’t me
          </SmallButton>
        </div>
      }
    >
      A new browser signed in as you: {browser || 'an unknown program'}
      {network && ` from ${network}`}, <RelativeTime at={at} />.
      {count > 1 &&
        ` ${count === 2 ? 'One earlier sign-in needs' : `${count - 1} earlier sign-ins need`} your confirmation, too.`}
    </NoticeBar>
  )
}
