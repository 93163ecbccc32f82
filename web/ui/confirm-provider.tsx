import { createContext, type ReactNode, Suspense, use, useState } from 'react'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import type { Question } from './confirm-dialog.tsx'

const ConfirmDialog = lazyPage(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog)

const ConfirmContext = createContext<((question: Question) => void) | null>(null)

/** Asks before irreversible actions, one at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  usePrefetch(ConfirmDialog.preload)
  return (
    <ConfirmContext value={setQuestion}>
      {children}
      <Suspense>
        {question && <ConfirmDialog question={question} onClose={() => setQuestion(null)} />}
      </Suspense>
    </ConfirmContext>
  )
}

export function useConfirm(): (question: Question) => void {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm must be used within a ConfirmProvider')
  return confirm
}
