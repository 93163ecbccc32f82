import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { PROOF_MINUTES, ProofInput } from '#domain/accounts.ts'
import { PASSKEYS_PATH } from '#web/admin/account/query-keys.ts'
import { callAdmin, messageOf, NO_RESPONSE, useAdminQuery } from '#web/admin/client.ts'
import { PasskeyButton } from '#web/admin/passkeys/passkey-button.tsx'
import { signWithPasskey } from '#web/admin/passkeys/webauthn.ts'
import { readUser } from '#web/admin/session.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import {
  finishReauthentication,
  isReauthenticationPending,
  subscribeToReauthentication,
} from './reauthentication-requests.ts'

const PROOF_PATH = '/api/admin/account/proof'

async function sendPasskey(): Promise<unknown> {
  const options = await callAdmin('POST', `${PROOF_PATH}/passkey/options`)
  return callAdmin('POST', `${PROOF_PATH}/passkey`, { body: { credential: await signWithPasskey(options) } })
}

/** Asks for the password or a passkey when the server requires proof, then resumes or cancels the call. */
export function ReauthenticationDialog() {
  const isPending = useSyncExternalStore(subscribeToReauthentication, isReauthenticationPending)
  return isPending ? <ConfirmDialog /> : null
}

function ConfirmDialog() {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { form, errors, showErrors, clear } = useFormErrors()
  const confirm = useMutation({
    mutationFn: (given: ProofInput | 'passkey') =>
      given === 'passkey' ? sendPasskey() : callAdmin('POST', PROOF_PATH, { body: given }),
    onSuccess: () => finishReauthentication(true),
    onError: (error) => {
      showErrors({ password: messageOf(error, NO_RESPONSE) })
      // Signed out in the meantime: the sign-in page takes over.
      if (error instanceof ApiError && error.status === 401) finishReauthentication(false)
    },
  })

  const { data } = useAdminQuery(PASSKEYS_PATH)
  const hasPasskey = data?.passkeys.some(({ worksHere }) => worksHere) ?? false
  const confirmByPasskey = () => {
    clear()
    confirm.mutate('passkey')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside another form.
    event.stopPropagation()
    const parsed = ProofInput.safeParse({ password })
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    confirm.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={() => finishReauthentication(false)}
      title="Confirm it’s you"
      description={`This is a sensitive action, so please confirm that it’s you. You won’t be asked again for the next ${PROOF_MINUTES} minutes.`}
      isSticky
      actions={
        <>
          <Button onClick={() => finishReauthentication(false)}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={confirm.isPending}>
            {confirm.isPending ? 'Checking...' : 'Confirm'}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit}>
        <input type="text" autoComplete="username" value={readUser().username ?? ''} readOnly hidden />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          name="password"
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
      {hasPasskey && (
        <PasskeyButton
          className="mt-3 w-full"
          label="Use a passkey"
          isBusy={confirm.isPending}
          onPress={confirmByPasskey}
        />
      )}
    </Dialog>
  )
}
