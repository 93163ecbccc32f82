import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { IconButton } from '#web/ui/button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { Sidebar } from './sidebar.tsx'

type Props = { id: string; isOpen: boolean; onChange: (isOpen: boolean) => void }

export function SidebarSheet({ id, isOpen, onChange }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/50 data-[state=open]:animate-fade-in" />
        <Dialog.Content
          {...focusReturn}
          id={id}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-3/4 max-w-sm overflow-y-auto border-border border-r bg-surface p-3 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label="Close menu" data-closes-dialog className="absolute top-3 right-3">
              <X aria-hidden size={20} />
            </IconButton>
          </Dialog.Close>
          <Sidebar onFollow={() => onChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
