import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { PROOF_MINUTES, ProofInput } from '#domain/accounts.ts'
import type { Passkeys, RequestOptions } from '#domain/passkeys.ts'
import { PASSKEYS_KEY } from '#web/admin/account/keys.ts'
import { callAdmin, messageOf, NO_ANSWER, useAdminQuery } from '#web/admin/client.ts'
import { signWithPasskey } from '#web/admin/passkeys/browser.ts'
import { PasskeyButton } from '#web/admin/passkeys/passkey-button.tsx'
import { readUser } from '#web/admin/session.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { answerProof, isProofAsked, onProofChange } from './proof-requests.ts'

const PROOF_PATH = '/api/admin/account/proof'

async function sendPasskey(): Promise<unknown> {
  const options = await callAdmin<RequestOptions>('POST', `${PROOF_PATH}/passkey/options`)
  return callAdmin('POST', `${PROOF_PATH}/passkey`, { credential: await signWithPasskey(options) })
}

/** Asks for the password or a passkey wherever the server wants it again; what was under way then goes on, or is called off. */
export function ProofDialog() {
  const isAsked = useSyncExternalStore(onProofChange, isProofAsked)
  return isAsked ? <OpenDialog /> : null
}

function OpenDialog() {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { form, errors, complain, clear } = useFormErrors()
  const prove = useMutation({
    mutationFn: (given: ProofInput | 'passkey') =>
      given === 'passkey' ? sendPasskey() : callAdmin('POST', PROOF_PATH, given),
    onSuccess: () => answerProof(true),
    onError: (error) => {
      complain({ password: messageOf(error, NO_ANSWER) })
      // Signed out meanwhile: the sign-in page asks for everything.
      if (error instanceof ApiError && error.status === 401) answerProof(false)
    },
  })

  const { data } = useAdminQuery<Passkeys>(PASSKEYS_KEY)
  const hasPasskey = data?.passkeys.some(({ worksHere }) => worksHere) ?? false
  const proveByPasskey = () => {
    clear()
    prove.mutate('passkey')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be opened from within another form.
    event.stopPropagation()
    const parsed = ProofInput.safeParse({ password })
    if (!parsed.success) return complain(fieldErrors(parsed.error))
    clear()
    prove.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={() => answerProof(false)}
      title="Confirm that it is you"
      description={`This can't be undone, so the server asks again who you are. You won't be asked for the next ${PROOF_MINUTES} minutes.`}
      isSticky
      actions={
        <>
          <Button onClick={() => answerProof(false)}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={prove.isPending}>
            {prove.isPending ? 'Checking...' : 'Confirm'}
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
          isBusy={prove.isPending}
          onPress={proveByPasskey}
        />
      )}
    </Dialog>
  )
}
