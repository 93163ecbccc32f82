import { ShieldAlert } from 'lucide-react'
import { SETUP_CONFIRMATION_PATH } from '#domain/accounts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { showMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ACCOUNT_PATH } from './query-keys.ts'

/** Shown to everyone until the first administrator, created without the setup code, is confirmed. */
export function UnconfirmedSetupNotice() {
  const { data } = useAdminQuery(ACCOUNT_PATH)
  const confirm = useAdminMutation({
    run: () => callAdmin('POST', SETUP_CONFIRMATION_PATH),
    success: 'Thank you',
    failure: 'This notice could not be dismissed',
    refreshes: [[ACCOUNT_PATH]],
  })
  const unconfirmed = data?.unconfirmedSetup ?? null
  if (unconfirmed === null) return null
  const { username, createdAt, isOwn } = unconfirmed
  return (
    <aside
      aria-label="Setup without the code"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-weak border-b bg-surface px-4 py-2 text-sm max-md:pt-5 lg:px-8"
    >
      <ShieldAlert aria-hidden size={18} className="shrink-0 text-weak" />
      <p className="min-w-0 flex-1 basis-72">
        The first administrator, {username}, was created without the setup code on {showMoment(createdAt)}.{' '}
        {isOwn
          ? 'Was it you?'
          : 'If you don’t know who did it, start over with an empty data folder. Otherwise, “passwright admin confirm-setup” on the server ends this notice.'}
      </p>
      {isOwn && (
        <Button
          className="min-h-8! px-3! py-1! text-sm!"
          disabled={confirm.isPending}
          onClick={() => confirm.mutate(undefined)}
        >
          It was me
        </Button>
      )}
    </aside>
  )
}
