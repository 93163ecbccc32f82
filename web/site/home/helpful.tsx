import { useEffect, useState } from 'react'
import { recordEvent } from '#web/lib/analytics.ts'
import { keepForVisit, readForVisit } from '#web/lib/storage.ts'
import { trackEvent } from '#web/lib/track.ts'
import { Button } from '#web/ui/button.tsx'

const STORAGE_KEY = 'feedbackGiven'

/** Asks once in a visit. */
export function Helpful() {
  /** Null until the page is alive: what is pressed before would be forgotten. */
  const [isAnswered, setIsAnswered] = useState<boolean | null>(null)

  useEffect(() => {
    setIsAnswered(readForVisit(STORAGE_KEY) !== null)
  }, [])

  function answer(isHelpful: boolean): void {
    setIsAnswered(true)
    keepForVisit(STORAGE_KEY, 'yes')
    trackEvent('/api/track/feedback', { helpful: isHelpful })
    recordEvent('feedback', {
      category: 'home',
      label: isHelpful ? 'helpful' : 'needs improvement',
      value: isHelpful ? 1 : 0,
    })
  }

  return (
    <section className="mt-20 border-border border-t pt-8">
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-4">
        <h2 className="text-xl">Was this helpful?</h2>
        {!isAnswered && (
          <div className="flex flex-wrap gap-2">
            <Button disabled={isAnswered === null} onClick={() => answer(true)}>
              Yes, helpful!
            </Button>
            <Button disabled={isAnswered === null} onClick={() => answer(false)}>
              Needs improvement
            </Button>
          </div>
        )}
        <p role="status" className="text-muted">
          {isAnswered && 'Thank you. We counted your answer and nothing else.'}
        </p>
      </div>
    </section>
  )
}
