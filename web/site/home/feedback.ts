import { recordEvent } from '#web/lib/analytics.ts'
import { readForTab, writeForTab } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'
import { trackEvent } from '#web/lib/track.ts'

const STORAGE_KEY = 'feedbackGiven'

export const THANKS = 'Thank you. We counted your answer and nothing else.'

/** Whether the question was answered in this visit; null until read from storage. */
export const isAnswered = createStore<boolean | null>(null)

export function readFeedback(): void {
  isAnswered.set(readForTab(STORAGE_KEY) !== null)
}

export function giveFeedback(isHelpful: boolean): void {
  isAnswered.set(true)
  writeForTab(STORAGE_KEY, 'yes')
  trackEvent('/api/track/feedback', { helpful: isHelpful })
  recordEvent('feedback', {
    category: 'home',
    label: isHelpful ? 'helpful' : 'needs improvement',
    value: isHelpful ? 1 : 0,
  })
}
