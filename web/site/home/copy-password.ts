import { recordEvent } from '#web/lib/analytics.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { createStore } from '#web/lib/store.ts'

export type CopyCategory = 'single' | 'multiple'

const CONFIRMED_MS = 2_000

/** The text copied within the last two seconds, else null. */
export const copied = createStore<string | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Returns whether it worked. Must run inside a click or key handler. */
export async function copyPassword(text: string, category: CopyCategory): Promise<boolean> {
  if (!(await copyText(text))) return false
  clearTimeout(timer)
  copied.set(text)
  timer = setTimeout(() => copied.set(null), CONFIRMED_MS)
  recordEvent('copied', { category: 'password', label: category, value: 1 })
  return true
}
