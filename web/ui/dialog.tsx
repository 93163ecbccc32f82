import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type Props = {
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Main action last. */
  actions?: ReactNode
  size?: 'narrow' | 'wide' | 'full'
  /** Clicks outside don't close it, because input would be lost. */
  isSticky?: boolean
}

const WIDTHS = { narrow: 'max-w-lg', wide: 'max-w-3xl', full: 'max-w-7xl' }

export function Dialog({
  onClose,
  title,
  description,
  children,
  actions,
  size = 'narrow',
  isSticky = false,
}: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=open]:animate-fade-in" />
        <Radix.Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            focusFirstField(event)
          }}
          onInteractOutside={(event) => isSticky && event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={`[--toast-room:min(5.5rem,15dvh)] fixed inset-x-3 top-3 bottom-(--toast-room) z-40 m-auto flex h-fit max-h-[calc(100dvh-0.75rem-var(--toast-room))] flex-col rounded-card border border-border bg-surface data-[state=open]:animate-fade-in ${WIDTHS[size]}`}
        >
          <header className="flex items-start justify-between gap-4 border-border border-b py-3 pr-3 pl-5">
            <div className="wrap-anywhere min-w-0 py-1.5">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-muted text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" data-closes-dialog>
                <X aria-hidden size={18} />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto p-5">{children}</div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-border border-t px-5 py-3">
              {actions}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const TEXT_FIELD = ':is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select)'

/** Focuses a form's first field; other dialogs focus their close button. */
function focusFirstField(event: Event): void {
  const dialog = event.target instanceof Element ? event.target : null
  const field = dialog?.querySelector(`${TEXT_FIELD}:not([readonly], [hidden], :disabled)`)
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
