import { useState } from 'react'
import type { CreationOptions, Passkey, Passkeys } from '#domain/passkeys.ts'
import { callAdmin, messageOf, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { canHavePasskeys, createPasskey } from '#web/admin/passkeys/browser.ts'
import { suggestName } from '#web/admin/passkeys/device-name.ts'
import { PasskeyNameDialog } from '#web/admin/passkeys/passkey-name-dialog.tsx'
import { noteSecondStep } from '#web/admin/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { FailedState, LoadingRows } from '#web/ui/states.tsx'
import { ACCOUNT_KEY, PASSKEYS_KEY, PASSKEYS_PATH } from './keys.ts'
import { PasskeyList } from './passkey-list.tsx'
import { Section } from './section.tsx'

/** The user's passkeys. */
export function PasskeysSection() {
  const { data, error, isError, refetch } = useAdminQuery<Passkeys>(PASSKEYS_KEY)
  const [isAdding, setIsAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [doomed, setDoomed] = useState<Passkey | null>(null)
  // A passkey is a second step, too.
  const refreshes = [PASSKEYS_KEY, ACCOUNT_KEY]
  const add = useAdminChange({
    run: async (name: string) => {
      const options = await callAdmin<CreationOptions>('POST', `${PASSKEYS_PATH}/options`)
      return callAdmin('POST', PASSKEYS_PATH, { name, credential: await createPasskey(options) })
    },
    success: 'Passkey added',
    failure: 'The passkey could not be added',
    refreshes,
    onSuccess: () => {
      noteSecondStep()
      setIsAdding(false)
    },
  })
  const rename = useAdminChange({
    run: ({ id, name }: { id: number; name: string }) =>
      callAdmin('PATCH', `${PASSKEYS_PATH}/${id}`, { name }),
    success: 'Passkey renamed',
    failure: 'The passkey could not be renamed',
    refreshes,
    onSuccess: () => setRenamed(null),
  })
  const remove = useAdminChange({
    run: ({ id }: Passkey) => callAdmin('DELETE', `${PASSKEYS_PATH}/${id}`),
    success: 'Passkey removed',
    failure: 'The passkey could not be removed',
    refreshes,
  })
  const obstacle = data && whyNotHere(data)

  return (
    <Section
      title="Passkeys"
      intro="A passkey signs you in without a password, by your fingerprint, face or PIN. It can’t be phished, and it needs no code."
      actions={data && !obstacle && <Button onClick={() => setIsAdding(true)}>Add passkey</Button>}
    >
      {isError && (
        <FailedState message={messageOf(error, 'The passkeys could not be loaded')} onRetry={refetch} />
      )}
      {!data && !isError && <LoadingRows count={1} height="h-12" />}
      {obstacle && (
        <div className="mb-4">
          <Remark look="info">{obstacle}</Remark>
        </div>
      )}
      {data?.passkeys.length === 0 && <p className="text-muted text-sm">You have no passkeys.</p>}
      {data && data.passkeys.length > 0 && (
        <PasskeyList passkeys={data.passkeys} onRename={setRenamed} onRemove={setDoomed} />
      )}
      {isAdding && (
        <PasskeyNameDialog
          title="Add passkey"
          description="Your browser then asks where to keep it: on this device, in a password manager or on a security key."
          action="Add passkey"
          initial={suggestName(navigator.userAgent)}
          isBusy={add.isPending}
          onClose={() => setIsAdding(false)}
          onName={(name) => add.mutate(name)}
        />
      )}
      {renamed && (
        <PasskeyNameDialog
          title="Rename passkey"
          action="Rename"
          initial={renamed.name}
          isBusy={rename.isPending}
          onClose={() => setRenamed(null)}
          onName={(name) => rename.mutate({ id: renamed.id, name })}
        />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Remove passkey"
        text="It no longer signs you in here. Your device or password manager may go on offering it until you delete it there, too."
        subject={doomed?.name}
        action="Remove"
        onConfirm={() => doomed && remove.mutate(doomed)}
      />
    </Section>
  )
}

/** Why no passkey can be added here; null where one can. */
function whyNotHere({ origin, reason }: Passkeys): string | null {
  if (origin === null) return reason
  if (origin !== window.location.origin)
    return `Passkeys are made and used at ${origin}. Please open the admin area there.`
  return canHavePasskeys() ? null : 'This browser has no passkeys.'
}
