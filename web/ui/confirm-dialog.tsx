import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export type Question = {
  title: string
  text: ReactNode
  subject?: ReactNode
  action: string
  isDangerous?: boolean
  onConfirm: () => void
}

/** Cancel has the initial focus. */
export function ConfirmDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, text, subject, action, isDangerous = true, onConfirm } = question
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focusReturn}
          className="fixed inset-x-3 top-1/2 z-40 mx-auto max-w-md -translate-y-1/2 rounded-card border border-border bg-surface p-5 data-[state=open]:animate-fade-in"
        >
          <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
          <Radix.Description className="mt-2 break-words text-muted">{text}</Radix.Description>
          {subject && (
            <p className="wrap-anywhere mt-2 line-clamp-4 text-sm">
              <bdi>{subject}</bdi>
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button data-closes-dialog>Cancel</Button>
            </Radix.Cancel>
            <Radix.Action asChild>
              <Button look={isDangerous ? 'danger' : 'primary'} onClick={onConfirm}>
                {action}
              </Button>
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
