import { ShieldAlert } from 'lucide-react'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { NoticeBar } from '#web/admin/notice-bar.tsx'
import { SmallButton } from '#web/admin/small-button.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { ACCOUNT_PATH } from './query-keys.ts'

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
