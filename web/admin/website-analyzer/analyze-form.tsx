import { Globe } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { AnalyzeInput, URL_MESSAGES } from '#domain/analyses.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useAnalyze } from './use-analyze.ts'

export function AnalyzeForm() {
  const showToast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const analyze = useAnalyze(() => setUrl(''))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (analyze.isPending) return
    const typed = url.trim()
    const parsed = AnalyzeInput.safeParse({ url: typed })
    if (parsed.success) return analyze.mutate(typed)
    input.current?.focus()
    showToast({
      title: typed === '' ? URL_MESSAGES.missingTitle : URL_MESSAGES.invalidTitle,
      description: parsed.error.issues[0]?.message ?? URL_MESSAGES.invalid,
      look: 'failure',
    })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Analyze a website"
      className="rounded-card border border-border bg-surface p-4 sm:p-5"
    >
      <Field
        label="Website URL"
        isRequired
        hint="One public page is read: its words, headings and metadata. The website’s robots.txt is respected."
      >
        {(control) => (
          <div className="flex flex-col gap-2 sm:flex-row">
            <input
              {...control}
              ref={input}
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
            <Button type="submit" look="primary" disabled={analyze.isPending} className="shrink-0">
              <Globe aria-hidden size={18} />
              Analyze Website
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
