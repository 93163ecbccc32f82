import type { ComponentProps } from 'react'
import { PasskeyName } from '#domain/passkeys.ts'
import { type Sending, useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = Omit<ComponentProps<typeof FormDialog>, 'form' | 'children'> & {
  initial: string
  sending: Sending<{ name: string }>
}

export function PasskeyNameDialog({ initial, sending, ...dialog }: Props) {
  const form = useForm({ initial: { name: initial }, parse: PasskeyName.safeParse, sending })
  return (
    <FormDialog form={form} {...dialog}>
      <TextField label="Name" required hint="Helps you recognize it in the list." {...form.bind('name')} />
    </FormDialog>
  )
}
