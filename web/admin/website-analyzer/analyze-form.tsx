import { Globe } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Analysis, AnalyzeInput, URL_MESSAGES } from '#domain/analyses.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { refusalOf } from '#web/admin/permissions.ts'
import { useTypingPause } from '#web/admin/use-typing-pause.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Field } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useAnalyze, useAnalyzeAgain } from './use-analyze.ts'

type Props = {
  /** What is known of the address that was typed last. */
  listed: Analysis | undefined
  /** Called with each address when the typing pauses. */
  onAddress: (address: string) => void
  /** Called with the one that is in the list already, or null for a new one, when its analysis has started. */
  onStarted: (analysis: Analysis | null) => void
}

export function AnalyzeForm({ listed, onAddress, onStarted }: Props) {
  const showToast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const { form, errors, complain, clear } = useFormErrors()
  useTypingPause(url, onAddress)
  const analyze = useAnalyze((started) => {
    // The next one may be typed already.
    setUrl((typed) => (typed.trim() === started ? '' : typed))
    onAddress('')
    onStarted(null)
  })
  const startedAgain = (analysis: Analysis) => {
    setUrl('')
    onAddress('')
    onStarted(analysis)
    input.current?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (analyze.isPending || refusalOf('analyses.write') !== null) return
    const typed = url.trim()
    const parsed = AnalyzeInput.safeParse({ url: typed })
    if (parsed.success) {
      clear()
      return analyze.mutate(typed)
    }
    complain(fieldErrors(parsed.error))
    showToast({
      title: typed === '' ? URL_MESSAGES.missingTitle : URL_MESSAGES.invalidTitle,
      description: parsed.error.issues[0]?.message ?? URL_MESSAGES.invalid,
      look: 'failure',
    })
  }

  return (
    <form
      {...form}
      onSubmit={submit}
      aria-label="Analyze a website"
      className="rounded-card border border-border bg-surface p-4 sm:p-5"
    >
      <Field
        label="Website URL"
        isRequired
        error={errors.url}
        hint={
          <>
            <p>
              One public page is read: its words, headings and metadata. The website’s robots.txt is
              respected.
            </p>
            <div role="status">{listed && <ListedHint analysis={listed} onAgain={startedAgain} />}</div>
          </>
        }
      >
        {(control) => (
          <div className="flex flex-col gap-2 sm:flex-row">
            <input
              {...control}
              ref={input}
              name="url"
              // Not of type url: browsers would change what was typed.
              type="text"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              placeholder="https://example.com"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
              className={`${control.className} min-h-11`}
            />
            <GuardedButton
              permission="analyses.write"
              type="submit"
              look="primary"
              disabled={analyze.isPending}
              className="shrink-0"
            >
              <Globe aria-hidden size={18} />
              Analyze Website
            </GuardedButton>
          </div>
        )}
      </Field>
    </form>
  )
}

type HintProps = { analysis: Analysis; onAgain: (analysis: Analysis) => void }

function ListedHint({ analysis, onAgain }: HintProps) {
  const again = useAnalyzeAgain()
  if (analysis.status === 'pending') return <p className="mt-1.5">This address is being analyzed already.</p>
  return (
    <p className="mt-1.5">
      This address is in the list already.{' '}
      <button
        type="button"
        className="link"
        disabled={again.isPending}
        onClick={() => again.mutate(analysis, { onSuccess: () => onAgain(analysis) })}
      >
        Analyze it again there
      </button>
      , and it keeps its history.
    </p>
  )
}
