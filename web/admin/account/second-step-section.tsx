import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { Account } from '#domain/accounts.ts'
import { callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { saveFile } from '#web/admin/download.ts'
import { SmallButton } from '#web/admin/small-button.tsx'
import { useCopy } from '#web/admin/use-copy.ts'
import { showDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { AddAppDialog } from './add-app-dialog.tsx'
import { ACCOUNT_PATH, PASSKEYS_PATH } from './query-keys.ts'

/** The user's authenticator app and recovery codes. */
export function SecondStepSection({ account: { secondStep } }: { account: Account }) {
  const { hasApp, recoveryCodesLeft, isRequired, dueAt } = secondStep
  const { data } = useAdminQuery(PASSKEYS_PATH)
  const hasPasskey = data?.passkeys.some(({ worksHere }) => worksHere) ?? false
  const [isAdding, setIsAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAdminMutation({
    run: () => callAdmin('POST', '/api/admin/account/recovery-codes'),
    success: 'New recovery codes created',
    failure: 'The recovery codes could not be created',
    refreshes: [[ACCOUNT_PATH]],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  const remove = useAdminMutation({
    run: () => callAdmin('DELETE', '/api/admin/account/app'),
    success: 'Authenticator app removed',
    failure: 'The authenticator app could not be removed',
    refreshes: [[ACCOUNT_PATH]],
  })
  const confirm = useConfirm()
  const askToRemove = () =>
    confirm({
      title: 'Remove authenticator app',
      text: 'You’ll sign in without a code, and your recovery codes stop working.',
      action: 'Remove',
      onConfirm: () => remove.mutate(undefined),
    })

  return (
    <AccountSection
      title="Second step"
      intro="With an authenticator app, a stolen password isn’t enough: signing in also requires a six-digit code."
      actions={
        hasApp ? (
          <Button disabled={isRequired && !hasPasskey} onClick={askToRemove}>
            Remove app
          </Button>
        ) : (
          <Button look={dueAt === null ? 'secondary' : 'primary'} onClick={() => setIsAdding(true)}>
            Add authenticator app
          </Button>
        )
      }
    >
      {dueAt !== null && (
        <div className="mb-4">
          <Remark look="weak">
            This site requires a second step for everyone. Starting {showDate(dueAt)}, you can’t do anything
            else until you set one up: an authenticator app or a passkey.
          </Remark>
        </div>
      )}
      {hasApp && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-1.5 text-sm">
          <Badge look="good">Authenticator app</Badge>
          <span className={`min-w-0 flex-1 ${recoveryCodesLeft < 3 ? 'text-weak' : 'text-muted'}`}>
            {recoveryCodesLeft === 1 ? '1 recovery code left' : `${recoveryCodesLeft} recovery codes left`}
          </span>
          <SmallButton disabled={renew.isPending} onClick={() => renew.mutate(undefined)}>
            New recovery codes
          </SmallButton>
        </div>
      )}
      {isAdding && (
        <AddAppDialog
          onClose={() => setIsAdding(false)}
          onAdd={(recoveryCodes) => {
            setIsAdding(false)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </AccountSection>
  )
}

/** Shows new recovery codes once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const copy = useCopy({ title: 'Recovery codes copied' }, 'Please select and copy them manually.')
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      onClose={onClose}
      title="Recovery codes"
      description="Each works once, instead of the app’s code. Keep them in your password manager or on paper: they are not shown again."
      isSticky
      actions={
        <>
          <Button onClick={() => copy(text)}>
            <Copy aria-hidden size={16} /> Copy
          </Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
            <Download aria-hidden size={16} /> Save
          </Button>
          <Button look="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ol className="grid gap-x-6 gap-y-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
