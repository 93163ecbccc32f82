import { Globe } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Analysis, AnalyzeInput, URL_MESSAGES } from '#domain/analyses.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useTypingPause } from '#web/admin/use-typing-pause.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Field } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useAnalyze, useAnalyzeAgain } from './use-analyze.ts'

type Props = {
  /** The existing analysis of the typed URL. */
  existing: Analysis | undefined
  onUrlTyped: (address: string) => void
  /** Called when an analysis starts; null for a website that wasn't in the list. */
  onStarted: (analysis: Analysis | null) => void
}

export function AnalyzeForm({ existing, onUrlTyped, onStarted }: Props) {
  const showToast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const { form, errors, showErrors, clear } = useFormErrors()
  useTypingPause(url, onUrlTyped)
  const analyze = useAnalyze((started) => {
    // The user may already have typed the next one.
    setUrl((typed) => (typed.trim() === started ? '' : typed))
    onUrlTyped('')
    onStarted(null)
  })
  const onStartedAgain = (analysis: Analysis) => {
    setUrl('')
    onUrlTyped('')
    onStarted(analysis)
    input.current?.focus()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (analyze.isPending || readDenialReason('analyses.write') !== null) return
    const typed = url.trim()
    const parsed = AnalyzeInput.safeParse({ url: typed })
    if (parsed.success) {
      clear()
      return analyze.mutate(typed)
    }
    showErrors(fieldErrors(parsed.error))
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
              Reads the words, headings and metadata of one public page. Respects the website’s robots.txt.
            </p>
            <div role="status">
              {existing && <ExistingHint analysis={existing} onAgain={onStartedAgain} />}
            </div>
          </>
        }
      >
        {(control) => (
          <div className="flex flex-col gap-2 sm:flex-row">
            <input
              {...control}
              ref={input}
              name="url"
              // Browsers would rewrite the value of a url input.
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

function ExistingHint({ analysis, onAgain }: HintProps) {
  const again = useAnalyzeAgain()
  if (analysis.status === 'pending') return <p className="mt-1.5">This address is already being analyzed.</p>
  return (
    <p className="mt-1.5">
      This address is already in the list.{' '}
      <button
        type="button"
        className="link"
        disabled={again.isPending}
        onClick={() => again.mutate(analysis, { onSuccess: () => onAgain(analysis) })}
      >
        Analyze it again
      </button>
      to keep its history.
    </p>
  )
}
