import { useState } from 'react'
import { NewToken, TOKEN_DAYS } from '#domain/accounts.ts'
import { DELETED_AT_ONCE_MAX, isIrreversible, may, type Permission } from '#domain/permissions.ts'
import { DEFAULT_ROLE } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { readUser } from '#web/admin/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TOKENS_PATH } from './query-keys.ts'

const many = (items: string) => `Delete more than ${DELETED_AT_ONCE_MAX} ${items} at once`

type Choice = [Permission, string]

/** Permissions a token can have; all tokens may read. */
const CHOICES: Choice[] = [
  ['contacts.update', 'Change the status of messages'],
  ['contacts.delete', 'Delete messages'],
  ['posts.write', 'Write and publish posts'],
  ['posts.delete', 'Delete posts'],
  ['prompts.write', 'Change AI prompt templates'],
  ['ai.use', 'Use the AI provider'],
  ['keywords.write', 'Upload and delete keywords'],
  ['analyses.write', 'Analyze websites'],
  ['configuration.manage', 'Read the configuration, and dismiss the first steps'],
  ['audit.read', 'Read the audit log'],
  ['backups.manage', 'Make and list backups'],
  ['notices.test', 'Send a test notice'],
  ['contacts.deleteMany', many('messages')],
  ['posts.deleteMany', many('posts')],
  ['keywords.deleteMany', many('keyword files')],
  ['analyses.deleteMany', many('analyses')],
  ['backups.delete', 'Delete backups'],
]

/** Shows the new token once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null)
  return token === null ? (
    <TokenForm onClose={onClose} onCreate={setToken} />
  ) : (
    <CreatedDialog token={token} onClose={onClose} />
  )
}

function TokenForm({ onClose, onCreate }: { onClose: () => void; onCreate: (token: string) => void }) {
  const role = readUser().role ?? DEFAULT_ROLE
  const permissions: Permission[] = []
  const create = useAdminMutation({
    run: (body: NewToken) => callAdmin('POST', '/api/admin/tokens', { body }),
    success: 'Token created',
    failure: 'The token could not be created',
    refreshes: [[TOKENS_PATH]],
    onSuccess: ({ token }) => onCreate(token),
  })
  const form = useForm({
    initial: { name: '', days: String(TOKEN_DAYS.default), permissions },
    parse: (values) => NewToken.safeParse({ ...values, days: Number(values.days) }),
    sending: create,
  })
  const boxesFor = (areIrreversible: boolean) => ({
    choices: CHOICES.filter(
      ([permission]) => may(role, permission) && isIrreversible(permission) === areIrreversible,
    ),
    chosen: form.values.permissions,
    onChange: (permissions: Permission[]) => form.set({ permissions }),
  })

  return (
    <FormDialog
      form={form}
      action="Create token"
      onClose={onClose}
      title="Create token"
      description="It is shown once. Use it for one program only, so that you can revoke it separately."
    >
      <TextField
        label="Name"
        required
        hint="For example, the program that will use it."
        {...form.bind('name')}
      />
      <TextField label="Expires after (days)" required inputMode="numeric" {...form.bind('days')} />
      <PermissionBoxes legend="Permissions besides reading" {...boxesFor(false)} />
      <PermissionBoxes legend="Permissions for what can’t be undone" {...boxesFor(true)} />
    </FormDialog>
  )
}

type PermissionBoxesProps = {
  legend: string
  choices: Choice[]
  chosen: Permission[]
  onChange(chosen: Permission[]): void
}

function PermissionBoxes({ legend, choices, chosen, onChange }: PermissionBoxesProps) {
  if (choices.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {choices.map(([permission, words]) => (
          <label key={permission} className="flex min-h-10 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={chosen.includes(permission)}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...chosen, permission] : chosen.filter((other) => other !== permission))
              }
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function CreatedDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Your new token"
      isSticky
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyField label="Token" value={token} hint="Copy it now: it is not shown again." />
    </Dialog>
  )
}
