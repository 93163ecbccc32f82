import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Checklist, CRITERIA, checkPassword } from '#domain/passwords/checklist.ts'
import { CONTEXT_LENGTH_MAX } from '#domain/passwords/estimate/context.ts'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { explainDisagreement } from '#domain/passwords/verdict/explain-disagreement.ts'
import { describeNothingFound } from '#domain/passwords/verdict/level.ts'
import { sentenceOf } from '#domain/passwords/verdict/sentence.ts'
import { recordEvent } from '#web/lib/analytics.ts'
import { useEstimate } from '#web/lib/estimate/use-estimate.ts'
import { usePage } from '#web/lib/page.tsx'
import { trackEvent } from '#web/lib/track.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { LeakCheck } from './leak-check.tsx'
import { NO_TEXT_CORRECTION, PasswordField } from './password-field.tsx'
import { Rating } from './rating.tsx'
import { Summary } from './summary.tsx'
import { Verdict } from './verdict.tsx'

const TYPING_ENDS_MS = 1_000

export function Checker() {
  const { checksBreaches = false } = usePage()
  const noteId = useId()
  const section = useRef<HTMLElement>(null)
  const [password, setPassword] = useState('')
  const [known, setKnown] = useState('')
  const [isShown, setIsShown] = useState(false)
  const { state, prepare } = useEstimate(password, known)
  const settled = useDebounced(password, TYPING_ENDS_MS)
  const checklist = password === '' ? null : checkPassword(password)
  useReport(password, TYPING_ENDS_MS)
  useClearOnLeave(section, () => {
    setPassword('')
    setKnown('')
  })

  return (
    <section
      ref={section}
      aria-label="Checker"
      className="rounded-card border border-border bg-surface p-5 sm:p-8"
    >
      <PasswordField
        password={password}
        onChange={setPassword}
        describedBy={noteId}
        isShown={isShown}
        onShow={setIsShown}
        onFocus={prepare}
      />
      <noscript>
        <p>
          The checker runs in your browser and needs JavaScript, which is turned off here. Passwords are never
          sent anywhere to be rated, so there’s no other way. The advice below works without it.
        </p>
      </noscript>
      <p role="status" className="sr-only">
        {checklist && settled === password && describeRating(checklist)}
      </p>
      <p role="status" className="sr-only">
        {checklist &&
          settled === password &&
          state.kind === 'ready' &&
          state.isCurrent &&
          describeVerdict(state.estimate)}
      </p>
      <Verdict isEmpty={checklist === null} state={state} isShown={isShown} />
      <p id={noteId} className="mt-4 text-muted text-sm noscript:hidden">
        Rated in your browser. What you type is never stored or sent. We count only the percentage,
        anonymously.
      </p>
      <KnownWords words={known} onChange={setKnown} />
      <div className="mt-6 border-border border-t pt-6 noscript:hidden">
        {checklist ? (
          <Rating
            checklist={checklist}
            disagreement={state.kind === 'ready' ? explainDisagreement(checklist, state.estimate) : null}
          />
        ) : (
          <p className="text-muted">Your rating appears here as you type.</p>
        )}
      </div>
      {checksBreaches && <LeakCheck password={password} />}
    </section>
  )
}

/** The rating as a sentence for screen readers, announced when typing pauses. */
function describeRating({ shown, label, criteria }: Checklist): string {
  const unmet = CRITERIA.filter(({ name }) => !criteria[name]).map((criterion) => criterion.label)
  const met = unmet.length === 0 ? 'Every criterion is met.' : `Not met: ${unmet.join(', ')}.`
  return `${label}, ${shown} percent. ${met}`
}

function describeVerdict(estimate: Estimate): string {
  const found = describeNothingFound(estimate) ?? `Found: ${describeParts(estimate.parts)}.`
  return `${sentenceOf(estimate)} ${found}`
}

/**
 * Browsers may keep the page in memory for Back after the visitor leaves: its fields are empty and the rest invisible
 * until it is cleared on return. Firefox loses messages that React's scheduler posts while leaving.
 */
function useClearOnLeave(section: RefObject<HTMLElement | null>, clear: () => void): void {
  useEffect(() => {
    const onLeave = () => {
      section.current?.style.setProperty('visibility', 'hidden')
      for (const field of section.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])
        field.value = ''
    }
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) flushSync(clear)
      section.current?.style.removeProperty('visibility')
    }
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('pageshow', onShow)
    }
  }, [section, clear])
}

const TITLE = 'Words that someone who knows you would try'

/** What others know about the visitor, for the estimate only. */
function KnownWords({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const titleId = useId()
  const hintId = useId()
  const area = useRef<HTMLTextAreaElement>(null)

  // Text typed before hydration isn't in React's state.
  useEffect(() => {
    if (area.current?.value) onChange(area.current.value)
  }, [onChange])

  return (
    <details className="group mt-2 noscript:hidden">
      <Summary>
        <span id={titleId}>{TITLE}</span>
        {words.trim() !== '' && <span className="whitespace-nowrap text-muted text-sm">in use</span>}
      </Summary>
      <textarea
        ref={area}
        rows={3}
        maxLength={CONTEXT_LENGTH_MAX}
        value={words}
        onChange={(event) => onChange(event.target.value)}
        aria-labelledby={titleId}
        aria-describedby={hintId}
        autoComplete="off"
        {...NO_TEXT_CORRECTION}
        className="mt-1 w-full rounded-control border border-control bg-bg px-4 py-3 hover:border-text"
      />
      <p id={hintId} className="mt-1 text-muted text-sm">
        Such as names, birthdays, pets, and the site, separated by commas. They and their usual changes count
        as the first hundred guesses. They stay in this page: they’re never stored or sent, and closing it
        forgets them.
      </p>
    </details>
  )
}

/**
 * Counts a check after `delayMs` without changes: its percentage only, and each text once. Clearing the field or
 * leaving the page cancels it.
 */
function useReport(password: string, delayMs: number): void {
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
