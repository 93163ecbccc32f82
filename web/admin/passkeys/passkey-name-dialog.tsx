import { type FormEvent, useId, useState } from 'react'
import { PasskeyName } from '#domain/passkeys.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = {
  title: string
  description?: string
  action: string
  initial: string
  isBusy: boolean
  onClose: () => void
  onName: (name: string) => void
}

export function PasskeyNameDialog({ title, description, action, initial, isBusy, onClose, onName }: Props) {
  const formId = useId()
  const [name, setName] = useState(initial)
  const { form, errors, showErrors, clear } = useFormErrors()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = PasskeyName.safeParse({ name })
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    onName(parsed.data.name)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      isSticky
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit}>
        <TextField
          label="Name"
          required
          hint="Helps you recognize it in the list."
          name="name"
          error={errors.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
