import { useEffect, useRef } from 'react'
import { checkPassword } from '#domain/passwords/checklist.ts'
import { recordEvent } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'

/**
 * Counts a check after `delayMs` without changes: its percentage only, and each text once. Clearing the field or
 * leaving the page cancels it.
 */
export function useReport(password: string, delayMs: number): void {
  const reported = useRef(new Set(['']))
  useEffect(() => {
    if (reported.current.has(password)) return
    const timer = setTimeout(() => {
      reported.current.add(password)
      report(password)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [password, delayMs])
}

function report(password: string): void {
  const { shown, label } = checkPassword(password)
  trackEvent('/api/track/password-checked', { strength: shown })
  recordEvent('checked', { category: 'password', label, value: shown })
}
