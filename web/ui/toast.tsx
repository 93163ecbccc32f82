import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { LATER_MS } from '#web/lib/when-loaded.ts'
import type { ShownToast, ToastMessage } from './toast-view.tsx'

const loadView = async () => (await import('./toast-view.tsx')).ToastView

const FORGOTTEN_MS = 1_000_000

type Toasts = {
  showToast: (message: ToastMessage) => void
  /** Takes away what tells of a failure; a success stays for its time. */
  endFailure: () => void
}

const ToastContext = createContext<Toasts | null>(null)

/**
 * Notifications, one at a time: a new one replaces the old. Their code is fetched after all that the page needs first.
 * `place` is where they stand, as classes; at the bottom right unless given.
 */
export function ToastProvider({ place, children }: { place?: string; children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [View, setView] = useState<Awaited<ReturnType<typeof loadView>> | null>(null)
  const count = useRef(0)

  const toasts = useMemo(
    () => ({
      showToast: (message: ToastMessage) => {
        count.current += 1
        setToast({ ...message, id: count.current, isOpen: true })
        // Rejects where the code can't be fetched, which the console then shows; the next notification tries again.
        void loadView().then((view) => setView(() => view))
      },
      endFailure: () =>
        setToast((current) => (current?.look === 'failure' ? { ...current, isOpen: false } : current)),
    }),
    [],
  )

  useEffect(() => {
    const timer = setTimeout(warmUp, LATER_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!toast || toast.isOpen) return
    const timer = setTimeout(() => setToast(null), FORGOTTEN_MS)
    return () => clearTimeout(timer)
  }, [toast])

  const dismiss = (id: number) =>
    setToast((current) => (current?.id === id ? { ...current, isOpen: false } : current))

  return (
    <ToastContext value={toasts}>
      {children}
      {View && <View toast={toast} place={place} onDismiss={dismiss} />}
    </ToastContext>
  )
}

export const useToast = (): Toasts['showToast'] => useToasts().showToast

export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast must be used within a ToastProvider')
  return toasts
}

/** Should this fetch fail, the first notification tries again. */
function warmUp(): void {
  loadView().catch(() => undefined)
}
