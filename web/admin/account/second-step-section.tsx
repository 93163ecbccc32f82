import { useState } from 'react'
import type { Account } from '#domain/accounts.ts'
import type { Passkeys } from '#domain/passkeys.ts'
import type { RecoveryCodes } from '#domain/second-step.ts'
import { callAdmin, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { showDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { AddAppDialog } from './add-app-dialog.tsx'
import { ACCOUNT_KEY, PASSKEYS_KEY } from './keys.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { Section } from './section.tsx'

/** The code of an authenticator app that is asked for after the password. */
export function SecondStepSection({ account: { secondStep } }: { account: Account }) {
  const { hasApp, recoveryCodesLeft, isRequired, dueAt } = secondStep
  const { data } = useAdminQuery<Passkeys>(PASSKEYS_KEY)
  const hasPasskey = data?.passkeys.some(({ worksHere }) => worksHere) ?? false
  const [isAdding, setIsAdding] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAdminChange({
    run: () => callAdmin<RecoveryCodes>('POST', '/api/admin/account/recovery-codes'),
    success: 'New recovery codes made',
    failure: 'The recovery codes could not be made',
    refreshes: [ACCOUNT_KEY],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  const remove = useAdminChange({
    run: () => callAdmin('DELETE', '/api/admin/account/app'),
    success: 'Authenticator app removed',
    failure: 'The authenticator app could not be removed',
    refreshes: [ACCOUNT_KEY],
  })

  return (
    <Section
      title="Second step"
      intro="With an authenticator app, a stolen password alone lets nobody in: its six digits are asked for as well."
      actions={
        hasApp ? (
          <Button disabled={isRequired && !hasPasskey} onClick={() => setIsRemoving(true)}>
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
            This site requires a second step of everyone. From {showDate(dueAt)} on you can do nothing else
            before you have one: an authenticator app or a passkey.
          </Remark>
        </div>
      )}
      {hasApp && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-1.5 text-sm">
          <Badge look="good">Authenticator app</Badge>
          <span className={`min-w-0 flex-1 ${recoveryCodesLeft < 3 ? 'text-weak' : 'text-muted'}`}>
            {recoveryCodesLeft === 1 ? '1 recovery code left' : `${recoveryCodesLeft} recovery codes left`}
          </span>
          <Button
            className="min-h-8! px-3! py-1! text-sm!"
            disabled={renew.isPending}
            onClick={() => renew.mutate(undefined)}
          >
            New recovery codes
          </Button>
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
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title="Remove authenticator app"
        text="Its code is no longer asked for after your password, and the recovery codes end."
        action="Remove"
        onConfirm={() => remove.mutate(undefined)}
      />
    </Section>
  )
}
