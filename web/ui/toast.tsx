import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import type { ShownToast, ToastMessage } from './toast-view.tsx'

const loadView = async () => (await import('./toast-view.tsx')).ToastView

const REMOVE_DELAY_MS = 1_000_000

type Toasts = {
  showToast: (message: ToastMessage) => void
  /** Dismisses a failure toast; success toasts time out. */
  dismissFailure: () => void
}

const ToastContext = createContext<Toasts | null>(null)

/** Shows one toast at a time; a new one replaces it. The view loads last. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [View, setView] = useState<Awaited<ReturnType<typeof loadView>> | null>(null)
  const count = useRef(0)

  const toasts = useMemo(
    () => ({
      showToast: (message: ToastMessage) => {
        count.current += 1
        setToast({ ...message, id: count.current, isOpen: true })
        // A failed load shows in the console; the next toast retries.
        void loadView().then((view) => setView(() => view))
      },
      dismissFailure: () =>
        setToast((current) => (current?.look === 'failure' ? { ...current, isOpen: false } : current)),
    }),
    [],
  )

  usePrefetch(loadView)

  useEffect(() => {
    if (!toast || toast.isOpen) return
    const timer = setTimeout(() => setToast(null), REMOVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [toast])

  const dismiss = (id: number) =>
    setToast((current) => (current?.id === id ? { ...current, isOpen: false } : current))

  return (
    <ToastContext value={toasts}>
      {children}
      {View && <View toast={toast} onDismiss={dismiss} />}
    </ToastContext>
  )
}

export const useToast = (): Toasts['showToast'] => useToasts().showToast

export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast must be used within a ToastProvider')
  return toasts
}
