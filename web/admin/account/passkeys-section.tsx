import { useState } from 'react'
import type { Passkey, Passkeys } from '#domain/passkeys.ts'
import { type AdminKey, callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { suggestName } from '#web/admin/passkeys/device-name.ts'
import { PasskeyNameDialog } from '#web/admin/passkeys/passkey-name-dialog.tsx'
import { canHavePasskeys, createPasskey } from '#web/admin/passkeys/webauthn.ts'
import { clearSecondStepRequirement } from '#web/admin/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { ACCOUNT_PATH, PASSKEYS_PATH } from './query-keys.ts'
import { Section } from './section.tsx'

export function PasskeysSection() {
  const { data, error, isError, refetch } = useAdminQuery(PASSKEYS_PATH)
  const [isAdding, setIsAdding] = useState(false)
  const [toRename, setToRename] = useState<Passkey | null>(null)
  const [toRemove, setToRemove] = useState<Passkey | null>(null)
  // A passkey counts as a second step.
  const refreshes: AdminKey[] = [[PASSKEYS_PATH], [ACCOUNT_PATH]]
  const add = useAdminMutation({
    run: async (name: string) => {
      const options = await callAdmin('POST', `${PASSKEYS_PATH}/options`)
      return callAdmin('POST', PASSKEYS_PATH, {
        body: { name, credential: await createPasskey(options) },
      })
    },
    success: 'Passkey added',
    failure: 'The passkey could not be added',
    refreshes,
    onSuccess: () => {
      clearSecondStepRequirement()
      setIsAdding(false)
    },
  })
  const rename = useAdminMutation({
    run: ({ id, name }: { id: number; name: string }) =>
      callAdmin('PATCH', `${PASSKEYS_PATH}/:id`, { params: { id }, body: { name } }),
    success: 'Passkey renamed',
    failure: 'The passkey could not be renamed',
    refreshes,
    onSuccess: () => setToRename(null),
  })
  const remove = useAdminMutation({
    run: ({ id }: Passkey) => callAdmin('DELETE', `${PASSKEYS_PATH}/:id`, { params: { id } }),
    success: 'Passkey removed',
    failure: 'The passkey could not be removed',
    refreshes,
  })
  const obstacle = data && findObstacle(data)

  return (
    <Section
      title="Passkeys"
      intro="A passkey signs you in with your fingerprint, face, or PIN instead of a password. It can’t be phished, and it needs no code."
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
        <PasskeyList passkeys={data.passkeys} onRename={setToRename} onRemove={setToRemove} />
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
      {toRename && (
        <PasskeyNameDialog
          title="Rename passkey"
          action="Rename"
          initial={toRename.name}
          isBusy={rename.isPending}
          onClose={() => setToRename(null)}
          onName={(name) => rename.mutate({ id: toRename.id, name })}
        />
      )}
      <ConfirmDialog
        isOpen={toRemove !== null}
        onOpenChange={() => setToRemove(null)}
        title="Remove passkey"
        text="It no longer signs you in here. Your device or password manager may keep offering it until you delete it there, too."
        subject={toRemove?.name}
        action="Remove"
        onConfirm={() => toRemove && remove.mutate(toRemove)}
      />
    </Section>
  )
}

/** Null if passkeys can be added here. */
function findObstacle({ origin, reason }: Passkeys): string | null {
  if (origin === null) return reason
  if (origin !== window.location.origin)
    return `Passkeys are created and used at ${origin}. Please open the admin area there.`
  return canHavePasskeys() ? null : "This browser doesn't support passkeys."
}
