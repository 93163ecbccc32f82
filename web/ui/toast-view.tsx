import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'

export type ToastMessage = {
  title: string
  description?: string
  look?: 'plain' | 'failure'
  /** Milliseconds; defaults to 5,000. */
  duration?: number
  /** A button that also dismisses the toast. */
  action?: { label: string; onPress: () => void }
}

export type ShownToast = ToastMessage & { id: number; isOpen: boolean }

const DURATION_MS = 5_000
const SWIPE_PX = 50

type Props = { toast: ShownToast | null; onDismiss: (id: number) => void }

/** F8 focuses the toast region. Above dialogs, which leave room for it, and below menus. */
export function ToastView({ toast, onDismiss }: Props) {
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />}
      <Radix.Viewport className="pointer-events-none fixed right-0 bottom-(--toast-bottom,0) z-45 w-full rounded-card p-2 -outline-offset-8 empty:outline-none sm:p-4 md:max-w-[420px]" />
    </Radix.Provider>
  )
}

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: () => void }) {
  return (
    <Radix.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      {...(toast.duration === undefined ? {} : { duration: toast.duration })}
      onEscapeKeyDown={closeDialogFirst}
      // Dialogs disable pointer events outside them; toasts stay clickable.
      className={`pointer-events-auto flex items-start gap-3 rounded-card border bg-surface px-4 py-2 data-[state=open]:animate-toast-in data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:transition-transform data-[swipe=cancel]:duration-150 ${
        toast.look === 'failure' ? 'border-weak' : 'border-control'
      }`}
    >
      <div className="min-w-0 flex-1">
        <Radix.Title className={`font-semibold ${toast.look === 'failure' ? 'text-weak' : ''}`}>
          {toast.title}
        </Radix.Title>
        {toast.description && (
          <Radix.Description className="break-words text-muted text-sm">
            {toast.description}
          </Radix.Description>
        )}
      </div>
      {toast.action && (
        <Radix.Action
          altText={toast.action.label}
          onClick={toast.action.onPress}
          className="-my-1 inline-flex min-h-8 items-center rounded-lg px-2.5 font-semibold text-accent text-sm hover:bg-accent-soft max-sm:min-h-11"
        >
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="-m-1 inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-accent-soft hover:text-text"
      >
        <X aria-hidden size={16} />
      </Radix.Close>
    </Radix.Root>
  )
}

/** Radix reports Escape to what opened last, such as a toast about the dialog. */
function closeDialogFirst(event: KeyboardEvent): void {
  const close = [...document.querySelectorAll('[data-closes-dialog]')].at(-1)
  if (!(close instanceof HTMLElement)) return
  event.preventDefault()
  close.click()
}
