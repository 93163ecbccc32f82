import { recordEvent } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'

export function countGenerated(): void {
  trackEvent('/api/track/password-generated', { type: 'single' })
  recordEvent('generated', { category: 'password', label: 'single', value: 1 })
}
