import { type FormEvent, useId, useState } from 'react'
import { type CreatedToken, NewToken, TOKEN_DAYS } from '#domain/accounts.ts'
import { may, type Permission } from '#domain/permissions.ts'
import { DEFAULT_ROLE } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { readUser } from '#web/admin/session.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TOKENS_KEY } from './query-keys.ts'

/** Permissions a token can have; all tokens may read. */
const CHOICES: [Permission, string][] = [
  ['contacts.update', 'Change the status of messages'],
  ['contacts.delete', 'Delete messages'],
  ['posts.write', 'Write and publish posts'],
  ['posts.delete', 'Delete posts'],
  ['prompts.write', 'Change AI prompt templates'],
  ['ai.use', 'Use the AI provider'],
  ['keywords.write', 'Upload and delete keywords'],
  ['analyses.write', 'Analyze websites'],
  ['audit.read', 'Read the audit log'],
  ['backups.manage', 'Make, list and delete backups'],
  ['notices.test', 'Send a test notice'],
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
  const formId = useId()
  const role = readUser().role ?? DEFAULT_ROLE
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(TOKEN_DAYS.default))
  const [permissions, setPermissions] = useState<Permission[]>([])
  const { form, errors, showErrors, clear } = useFormErrors()
  const create = useAdminMutation({
    run: (body: NewToken) => callAdmin<CreatedToken>('POST', '/api/admin/tokens', body),
    success: 'Token created',
    failure: 'The token could not be created',
    refreshes: [TOKENS_KEY],
    onSuccess: ({ token }) => onCreate(token),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = NewToken.safeParse({ name, permissions, days: Number(days) })
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    create.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Create token"
      description="It is shown once. Use it for one program only, so that you can revoke it separately."
      isSticky
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={create.isPending}>
            Create token
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit} className="space-y-4">
        <TextField
          label="Name"
          required
          hint="For example, the program that will use it."
          name="name"
          error={errors.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Expires after (days)"
          required
          inputMode="numeric"
          name="days"
          error={errors.days}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Permissions besides reading</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {CHOICES.filter(([permission]) => may(role, permission)).map(([permission, words]) => (
              <label key={permission} className="flex min-h-10 items-center gap-2.5 text-sm">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={permissions.includes(permission)}
                  onChange={({ target: { checked } }) =>
                    setPermissions(
                      checked
                        ? [...permissions, permission]
                        : permissions.filter((other) => other !== permission),
                    )
                  }
                />
                {words}
              </label>
            ))}
          </div>
        </fieldset>
      </form>
    </Dialog>
  )
}

function CreatedDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
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
