import { useStore } from '#web/lib/use-store.ts'
import { useToast } from '#web/ui/toast.tsx'
import { type CopyCategory, copied, copyPassword } from './copy-password.ts'

/** `copied` is the text copied within the last two seconds, else null. */
export function useCopy(category: CopyCategory) {
  const showToast = useToast()

  async function copy(text: string): Promise<void> {
    if (await copyPassword(text, category)) return
    showToast({
      title: 'Copy failed',
      description: 'Please copy the password manually.',
      look: 'failure',
    })
  }

  return { copied: useStore(copied), copy }
}
