import { useEffect } from 'react'
import { useStore } from '#web/lib/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { part } from './data-part.ts'
import { giveFeedback, isAnswered, readFeedback, THANKS } from './feedback.ts'

/** Asks once per visit. */
export function FeedbackQuestion() {
  const answered = useStore(isAnswered)
  useEffect(readFeedback, [])

  return (
    <section className="mt-20 border-border border-t pt-8">
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-4">
        <h2 className="text-xl">Was this helpful?</h2>
        <div {...part('question')} hidden={answered === true} className="flex flex-wrap gap-2">
          <Button {...part('helpful')} disabled={answered === null} onClick={() => giveFeedback(true)}>
            Yes, helpful!
          </Button>
          <Button {...part('unhelpful')} disabled={answered === null} onClick={() => giveFeedback(false)}>
            Needs improvement
          </Button>
        </div>
        <p {...part('thanks')} role="status" className="text-muted">
          {answered === true ? THANKS : ''}
        </p>
      </div>
    </section>
  )
}
