import { MonitorSmartphone } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Account, NewBrowser } from '#domain/accounts.ts'
import { callAdmin, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/moment.tsx'
import { ACCOUNT_KEY, SESSIONS_PATH } from './keys.ts'

/** Tells of sign-ins from browsers that this user had not used before, until the user has said whether it was them. */
export function NewBrowserNotice() {
  const { data } = useAdminQuery<Account>(ACCOUNT_KEY)
  const [newest] = data?.newBrowsers ?? []
  return newest ? <Notice notice={newest} count={data?.newBrowsers.length ?? 1} /> : null
}

function Notice({ notice, count }: { notice: NewBrowser; count: number }) {
  const navigate = useNavigate()
  const { id, at, browser, network, sessionId } = notice
  const see = () => callAdmin('POST', `/api/admin/account/new-browsers/${id}/seen`)
  const confirm = useAdminChange({
    run: see,
    success: 'Thank you',
    failure: 'This could not be noted',
    refreshes: [ACCOUNT_KEY],
  })
  const deny = useAdminChange({
    run: async () => {
      if (sessionId !== null) await callAdmin('DELETE', `${SESSIONS_PATH}/${sessionId}`)
      await see()
    },
    success: () => ({
      title: 'That browser is signed out',
      description: 'Please change your password now: whoever it was knows it.',
    }),
    failure: 'The session could not be ended',
    refreshes: [ACCOUNT_KEY, [SESSIONS_PATH]],
    onSuccess: () => navigate('/admin/account'),
  })
  const isBusy = confirm.isPending || deny.isPending

  return (
    <aside
      aria-label="New sign-in"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-fair border-b bg-surface px-4 py-2 text-sm max-md:pt-5 lg:px-8"
    >
      <MonitorSmartphone aria-hidden size={18} className="shrink-0 text-fair" />
      <p className="min-w-0 flex-1 basis-72">
        A new browser signed in as you: {browser || 'an unknown program'}
        {network && ` from ${network}`}, <Moment at={at} />.{count > 1 && ` ${count - 1} more before that.`}
      </p>
      <div className="flex gap-2">
        <Button
          className="min-h-8! px-3! py-1! text-sm!"
          disabled={isBusy}
          onClick={() => confirm.mutate(undefined)}
        >
          It was me
        </Button>
        <Button
          look="danger"
          className="min-h-8! px-3! py-1! text-sm!"
          disabled={isBusy}
          onClick={() => deny.mutate(undefined)}
        >
          It wasn’t me
        </Button>
      </div>
    </aside>
  )
}
