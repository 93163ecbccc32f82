import { type ComponentProps, useState } from 'react'
import { type Passkey, PasskeyName, type Passkeys } from '#domain/passkeys.ts'
import { type AdminKey, callAdmin, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { type Sending, useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { canHavePasskeys, createPasskey } from '#web/admin/passkeys/webauthn.ts'
import { secondStep } from '#web/admin/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { ACCOUNT_PATH, PASSKEYS_PATH } from './query-keys.ts'

export function PasskeysSection() {
  const query = useAdminQuery(PASSKEYS_PATH)
  const confirm = useConfirm()
  const [isAdding, setIsAdding] = useState(false)
  const [toRename, setToRename] = useState<Passkey | null>(null)
  // A passkey counts as a second step.
  const refreshes: AdminKey[] = [[PASSKEYS_PATH], [ACCOUNT_PATH]]
  const add = useAdminMutation({
    run: async (body: { name: string }) => {
      const options = await callAdmin('POST', `${PASSKEYS_PATH}/options`)
      return callAdmin('POST', PASSKEYS_PATH, { body: { ...body, credential: await createPasskey(options) } })
    },
    success: 'Passkey added',
    failure: 'The passkey could not be added',
    refreshes,
    onSuccess: () => {
      secondStep.clear()
      setIsAdding(false)
    },
  })
  const rename = useAdminMutation({
    run: (body: { name: string }) =>
      callAdmin('PATCH', `${PASSKEYS_PATH}/:id`, { params: { id: toRename?.id ?? 0 }, body }),
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
  const askToRemove = (passkey: Passkey) =>
    confirm({
      title: 'Remove passkey',
      text: 'It no longer signs you in here. Your device or password manager may keep offering it until you delete it there, too.',
      subject: passkey.name,
      action: 'Remove',
      onConfirm: () => remove.mutate(passkey),
    })
  const obstacle = query.data && findObstacle(query.data)

  return (
    <AccountSection
      title="Passkeys"
      intro="A passkey signs you in with your fingerprint, face, or PIN instead of a password. It can’t be phished, and it needs no code."
      actions={query.data && !obstacle && <Button onClick={() => setIsAdding(true)}>Add passkey</Button>}
    >
      {obstacle && (
        <div className="mb-4">
          <Remark look="info">{obstacle}</Remark>
        </div>
      )}
      <Loaded query={query} failure="The passkeys could not be loaded" height="h-12">
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p className="text-muted text-sm">You have no passkeys.</p>
          ) : (
            <PasskeyList passkeys={passkeys} onRename={setToRename} onRemove={askToRemove} />
          )
        }
      </Loaded>
      {isAdding && (
        <PasskeyNameDialog
          title="Add passkey"
          description="Your browser then asks where to keep it: on this device, in a password manager or on a security key."
          action="Add passkey"
          initial={suggestName(navigator.userAgent)}
          sending={add}
          onClose={() => setIsAdding(false)}
        />
      )}
      {toRename && (
        <PasskeyNameDialog
          title="Rename passkey"
          action="Rename"
          initial={toRename.name}
          sending={rename}
          onClose={() => setToRename(null)}
        />
      )}
    </AccountSection>
  )
}

/** Null if passkeys can be added here. */
function findObstacle({ origin, reason }: Passkeys): string | null {
  if (origin === null) return reason
  if (origin !== window.location.origin)
    return `Passkeys are created and used at ${origin}. Please open the admin area there.`
  return canHavePasskeys() ? null : 'This browser doesn’t support passkeys.'
}

const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A default name for a new passkey; empty for unknown devices. */
const suggestName = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

type Props = Omit<ComponentProps<typeof FormDialog>, 'form' | 'children'> & {
  initial: string
  sending: Sending<{ name: string }>
}

function PasskeyNameDialog({ initial, sending, ...dialog }: Props) {
  const form = useForm({ initial: { name: initial }, parse: PasskeyName.safeParse, sending })
  return (
    <FormDialog form={form} {...dialog}>
      <TextField label="Name" required hint="Helps you recognize it in the list." {...form.bind('name')} />
    </FormDialog>
  )
}
