import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { AppCode } from '#domain/second-step.ts'
import { callAdmin, messageOf, NO_RESPONSE, queryClient, useAdminMutation } from '#web/admin/client.ts'
import { clearSecondStepRequirement } from '#web/admin/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { QrCode } from './qr-code.tsx'
import { ACCOUNT_PATH } from './query-keys.ts'

type Props = { onClose: () => void; onAdd: (recoveryCodes: string[]) => void }

/** Shows the secret as a QR code, and asks for the app's first code. */
export function AddAppDialog({ onClose, onAdd }: Props) {
  const formId = useId()
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | undefined>()
  const begin = useMutation({
    mutationFn: () => callAdmin('POST', '/api/admin/account/app'),
    onError: (error) => {
      if (error.name === 'AbortError') onClose()
    },
  })
  const { mutate: beginNow } = begin
  useEffect(() => beginNow(), [beginNow])
  const confirm = useAdminMutation({
    run: (body: AppCode) => callAdmin('POST', '/api/admin/account/app/confirm', { body }),
    success: 'Authenticator app added',
    failure: 'The authenticator app could not be added',
    refreshes: [],
    onSuccess: ({ recoveryCodes }) => {
      clearSecondStepRequirement()
      onAdd(recoveryCodes)
      void queryClient.invalidateQueries({ queryKey: [ACCOUNT_PATH] })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = AppCode.safeParse({ code })
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message)
    setMistake(undefined)
    confirm.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add authenticator app"
      description="Scan the code with the app, then enter the six digits that it shows."
      isSticky
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={!begin.data || confirm.isPending}>
            Add app
          </Button>
        </>
      }
    >
      {begin.isError && <FailureNotice>{messageOf(begin.error, NO_RESPONSE)}</FailureNotice>}
      {begin.isPending && <LoadingRows count={1} height="h-56" />}
      {begin.data && (
        <form id={formId} onSubmit={submit} noValidate className="space-y-4">
          <div className="flex justify-center">
            <QrCode text={begin.data.address} name="QR code for the authenticator app" />
          </div>
          <p className="text-muted text-sm">
            No camera? Enter this key in the app:{' '}
            <code className="text-text">{begin.data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <TextField
            label="Six digits"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={mistake}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            className="font-mono tabular-nums"
          />
        </form>
      )}
    </Dialog>
  )
}
