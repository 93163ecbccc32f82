import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { CONTEXT_LENGTH_MAX } from '#domain/passwords/estimate/context.ts'
import { NO_TEXT_CORRECTION } from './password-field.tsx'

const TITLE = 'Words that someone who knows you would try'

/** What others know about the visitor, for the estimate only. */
export function KnownWords({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const titleId = useId()
  const hintId = useId()
  const area = useRef<HTMLTextAreaElement>(null)

  // Text typed before hydration isn't in React's state.
  useEffect(() => {
    if (area.current?.value) onChange(area.current.value)
  }, [onChange])

  return (
    <details className="group mt-2 noscript:hidden">
      <summary className="-mx-2 flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-2 [&::-webkit-details-marker]:hidden">
        <span id={titleId}>{TITLE}</span>
        {words.trim() !== '' && <span className="whitespace-nowrap text-muted text-sm">in use</span>}
        <ChevronDown
          aria-hidden
          size={18}
          className="ml-auto shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
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
