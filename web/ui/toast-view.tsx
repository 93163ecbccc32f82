import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'

export type ToastMessage = {
  title: string
  description?: string
  look?: 'plain' | 'failure'
  /** Milliseconds on screen; 5,000 unless told. */
  duration?: number
}

export type ShownToast = ToastMessage & { id: number; isOpen: boolean }

const SHOWN_MS = 5_000
const SWIPE_PX = 50

type Props = { toast: ShownToast | null; place?: string | undefined; onDismiss: (id: number) => void }

const BOTTOM_RIGHT = 'right-0 bottom-0 w-full p-4 -outline-offset-8 md:max-w-[420px]'

/** The place of notifications, with the one that is shown. F8 moves the focus to it. */
export function ToastView({ toast, place = BOTTOM_RIGHT, onDismiss }: Props) {
  return (
    <Radix.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && <ToastCard key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />}
      <Radix.Viewport className={`fixed z-50 flex flex-col gap-2 rounded-card empty:outline-none ${place}`} />
    </Radix.Provider>
  )
}

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: () => void }) {
  return (
    <Radix.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && onDismiss()}
      {...(toast.duration === undefined ? {} : { duration: toast.duration })}
      // A dialog takes the pointer from all that is not within it; a notification stays in reach.
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
      <Radix.Close
        aria-label="Close"
        className="-m-1 inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-accent-soft hover:text-text"
      >
        <X aria-hidden size={16} />
      </Radix.Close>
    </Radix.Root>
  )
}
