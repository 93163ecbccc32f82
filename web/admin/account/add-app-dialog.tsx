import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { encode } from 'uqr'
import { AppCode } from '#domain/second-step.ts'
import { callAdmin, messageOf, NO_RESPONSE, queryClient, useAdminMutation } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { secondStep } from '#web/admin/session.ts'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { ACCOUNT_PATH } from './query-keys.ts'

type Props = { onClose: () => void; onAdd: (recoveryCodes: string[]) => void }

/** Shows the secret as a QR code, and asks for the app's first code. */
export function AddAppDialog({ onClose, onAdd }: Props) {
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
      secondStep.clear()
      onAdd(recoveryCodes)
      void queryClient.invalidateQueries({ queryKey: [ACCOUNT_PATH] })
    },
  })
  const form = useForm({ initial: { code: '' }, parse: AppCode.safeParse, sending: confirm })

  return (
    <FormDialog
      form={{ ...form, isPending: !begin.data || form.isPending }}
      action="Add app"
      onClose={onClose}
      title="Add authenticator app"
      description="Scan the code with the app, then enter the six digits that it shows."
    >
      {begin.isError && <FailureNotice>{messageOf(begin.error, NO_RESPONSE)}</FailureNotice>}
      {begin.isPending && <LoadingRows count={1} height="h-56" />}
      {begin.data && (
        <>
          <div className="flex justify-center">
            <QrCode text={begin.data.address} name="QR code for the authenticator app" />
          </div>
          <p className="text-muted text-sm">
            No camera? Enter this key in the app:{' '}
            <code className="select-all text-text">{begin.data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
          <TextField
            label="Six digits"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.bind('code')}
            className="font-mono tabular-nums"
          />
        </>
      )}
    </FormDialog>
  )
}

/** Quiet zone in modules (ISO/IEC 18004). */
const MARGIN = 4

/**
 * Rendered locally, because the code contains a secret. Dark on light in both themes: some readers can't scan
 * inverted codes.
 */
function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: MARGIN, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${size} ${size}`} className="size-52 rounded-control">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
