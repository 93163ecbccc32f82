import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

export const DETAILS_ID = 'post-details'

export function DetailsColumn({ children }: { children: ReactNode }) {
  return (
    <aside
      id={DETAILS_ID}
      aria-label="Post details"
      className="sticky top-16 h-[calc(100dvh-4rem)] overflow-y-auto border-border border-l bg-surface p-5 pb-24"
    >
      {children}
    </aside>
  )
}

type SheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; children: ReactNode }

/** For narrow windows. */
export function DetailsSheet({ isOpen, onOpenChange, children }: SheetProps) {
  const { onCloseAutoFocus, onOpenAutoFocus } = useFocusReturn()
  const focusInvalidField = (event: Event) => {
    onOpenAutoFocus()
    const { currentTarget } = event
    const mistake =
      currentTarget instanceof HTMLElement && currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!mistake) return
    event.preventDefault()
    mistake.focus()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=open]:animate-fade-in" />
        <Dialog.Content
          id={DETAILS_ID}
          aria-describedby={undefined}
          onOpenAutoFocus={focusInvalidField}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-0 bottom-0 z-40 flex max-h-[85dvh] animate-fade-in flex-col rounded-t-card border-border border-t bg-surface"
        >
          <header className="flex items-center justify-between border-border border-b py-1 pr-1 pl-4">
            <Dialog.Title className="font-semibold text-lg">Post details</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close" data-closes-dialog>
                <X aria-hidden size={18} />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="min-h-0 overflow-y-auto p-4 pb-24">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
