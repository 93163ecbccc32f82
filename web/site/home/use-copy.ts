import { useEffect, useState } from 'react'
import { recordEvent } from '#web/lib/analytics.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useToast } from '#web/ui/toast.tsx'

const CONFIRMED_MS = 2_000

/** Copies passwords. `copied` is the text that was copied within the last two seconds, else null. */
export function useCopy(category: 'single' | 'multiple') {
  const showToast = useToast()
  const [copied, setCopied] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(text: string): Promise<void> {
    const hasWorked = await copyText(text)
    if (!hasWorked) {
      showToast({
        title: 'Copy failed',
        description: 'Please copy the password manually.',
        look: 'failure',
      })
      return
    }
    setCopied({ text })
    recordEvent('copied', { category: 'password', label: category, value: 1 })
  }

  return { copied: copied?.text ?? null, copy }
}
