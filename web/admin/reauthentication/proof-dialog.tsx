import { useMutation } from '@tanstack/react-query'
import { PROOF_MINUTES, ProofInput } from '#domain/accounts.ts'
import { PASSKEYS_PATH } from '#web/admin/account/query-keys.ts'
import { callAdmin, messageOf, NO_RESPONSE, useAdminQuery } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { PasskeyButton } from '#web/admin/passkeys/passkey-button.tsx'
import { signWithPasskey } from '#web/admin/passkeys/webauthn.ts'
import { readUser } from '#web/admin/session.ts'
import { ApiError } from '#web/lib/api.ts'
import { TextField } from '#web/ui/field.tsx'
import { finishReauthentication } from './reauthentication-requests.ts'

const PROOF_PATH = '/api/admin/account/proof'

async function sendPasskey(): Promise<unknown> {
  const options = await callAdmin('POST', `${PROOF_PATH}/passkey/options`)
  return callAdmin('POST', `${PROOF_PATH}/passkey`, { body: { credential: await signWithPasskey(options) } })
}

/** Asks for the password or a passkey, then resumes or cancels the call that needs proof. */
export function ProofDialog() {
  const confirm = useMutation({
    mutationFn: (given: ProofInput | 'passkey') =>
      given === 'passkey' ? sendPasskey() : callAdmin('POST', PROOF_PATH, { body: given }),
    onSuccess: () => finishReauthentication(true),
    onError: (error) => {
      // Signed out in the meantime: the sign-in page takes over.
      if (error instanceof ApiError && error.status === 401) finishReauthentication(false)
    },
  })
  const errorsOf = (error: Error) => ({ password: messageOf(error, NO_RESPONSE) })
  const form = useForm({
    initial: { password: '' },
    parse: ProofInput.safeParse,
    sending: confirm,
    errorsOf,
  })
  const { data } = useAdminQuery(PASSKEYS_PATH)
  const hasPasskey = data?.passkeys.some(({ worksHere }) => worksHere) ?? false
  const confirmByPasskey = () => {
    form.clear()
    confirm.mutate('passkey', { onError: (error) => form.showErrors(errorsOf(error)) })
  }

  return (
    <FormDialog
      form={form}
      action={confirm.isPending ? 'Checking...' : 'Confirm'}
      onClose={() => finishReauthentication(false)}
      title="Confirm it’s you"
      description={`This is a sensitive action, so please confirm that it’s you. You won’t be asked again for the next ${PROOF_MINUTES} minutes.`}
    >
      <input type="text" autoComplete="username" value={readUser().username ?? ''} readOnly hidden />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        {...form.bind('password')}
      />
      {hasPasskey && (
        <PasskeyButton
          className="w-full"
          label="Use a passkey"
          isBusy={confirm.isPending}
          onPress={confirmByPasskey}
        />
      )}
    </FormDialog>
  )
}
