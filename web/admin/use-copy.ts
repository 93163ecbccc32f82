import { copyText } from '#web/lib/clipboard.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'

/** Copies a text and shows a toast. `done` is for success; `advice` says what to do after a failure. */
export function useCopy(done: ToastMessage, advice?: string): (text: string) => Promise<boolean> {
  const showToast = useToast()
  return async (text) => {
    const isCopied = await copyText(text)
    showToast(isCopied ? done : { title: 'Copy failed', description: advice, look: 'failure' })
    return isCopied
  }
}
