import { Globe } from 'lucide-react'
import { useRef } from 'react'
import { type Analysis, AnalyzeInput, URL_MESSAGES } from '#domain/analyses.ts'
import { useForm } from '#web/admin/form.tsx'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useTypingPause } from '#web/admin/use-typing-pause.ts'
import { AS_TYPED, Field } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useAnalyze } from './use-analyze.ts'

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
  const analyze = useAnalyze((started) => {
    // The user may already have typed the next one.
    if (form.values.url.trim() === started) form.set({ url: '' })
    onUrlTyped('')
    onStarted(null)
  })
  const form = useForm({
    initial: { url: '' },
    parse: ({ url }) => {
      const typed = url.trim()
      const parsed = AnalyzeInput.safeParse({ url: typed })
      return parsed.success ? { success: true, data: typed } : parsed
    },
    onRefused: (description) =>
      showToast({
        title: description === URL_MESSAGES.missing ? URL_MESSAGES.missingTitle : URL_MESSAGES.invalidTitle,
        description,
        look: 'failure',
      }),
    sending: analyze,
  })
  useTypingPause(form.values.url, onUrlTyped)
  const isDenied = readDenialReason('analyses.write') !== null
  const onStartedAgain = (analysis: Analysis) => {
    form.set({ url: '' })
    onUrlTyped('')
    onStarted(analysis)
    input.current?.focus()
  }

  return (
    <form
      {...form.props}
      onSubmit={(event) => (isDenied ? event.preventDefault() : form.props.onSubmit(event))}
      aria-label="Analyze a website"
      className="rounded-card border border-border bg-surface p-4 sm:p-5"
    >
      <Field
        label="Website URL"
        isRequired
        error={form.bind('url').error}
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
              {...AS_TYPED}
              aria-required
              placeholder="https://example.com"
              value={form.values.url}
              onChange={form.bind('url').onChange}
            />
            <GuardedButton
              permission="analyses.write"
              type="submit"
              look="primary"
              disabled={form.isPending}
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
  const again = useAnalyze()
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
      </button>{' '}
      to keep its history.
    </p>
  )
}
