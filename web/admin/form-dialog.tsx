import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { useForm } from './form.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'actions' | 'isSticky'> & {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'isPending'>
  action: string
}

export function FormDialog({ form, action, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      isSticky
      actions={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={form.props.id} look="primary" disabled={form.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form.props} className="space-y-4">
        {children}
      </form>
    </Dialog>
  )
}
