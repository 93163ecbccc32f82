import { MonitorSmartphone } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { NewBrowser } from '#domain/accounts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { NoticeBar } from '#web/admin/notice-bar.tsx'
import { SmallButton } from '#web/admin/small-button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ACCOUNT_PATH, SESSIONS_PATH } from './query-keys.ts'

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
