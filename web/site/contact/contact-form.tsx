import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { ContactInput } from '#domain/contacts.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { usePage } from '#web/lib/page.tsx'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { useIsHydrated } from '#web/lib/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type State =
  | { step: 'writing'; failure?: string }
  | { step: 'sending' }
  | { step: 'sent'; name: string; email: string; isHeldBack: boolean }

const NO_CONNECTION = 'Your message wasn’t sent. Check your connection and try again.'
const NO_REASON = 'Your message wasn’t sent. Please try again later.'

/** All fields are required, so none has an asterisk. */
const REQUIRED = { 'aria-required': true, dir: 'auto' } as const

/** Keeps the text until the message is delivered. */
export function ContactForm() {
  const { messageDays } = usePage()
  const [state, setState] = useState<State>({ step: 'writing' })
  const { form, errors, showErrors, clear } = useFormErrors(findErrors)
  const button = useRef<HTMLButtonElement>(null)
  const isReady = useIsReady()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.step === 'sending') return
    const read = ContactInput.safeParse(typed(event.currentTarget))
    if (!read.success) return showErrors(fieldErrors(read.error))
    clear()
    setState({ step: 'sending' })
    try {
      const { name, email, status } = await request('POST', '/api/contact', { body: read.data })
      setState({ step: 'sent', name, email, isHeldBack: status === 'held_back' })
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      flushSync(() => setState({ step: 'writing', failure: reasonOf(error) }))
      if (Object.keys(fields).length > 0) showErrors(fields)
      else button.current?.focus()
    }
  }

  function startAgain() {
    flushSync(() => setState({ step: 'writing' }))
    form.ref.current?.querySelector('input')?.focus()
  }

  if (state.step === 'sent') {
    return <Sent {...state} onAgain={startAgain} />
  }
  const isSending = state.step === 'sending'
  return (
    <form {...form} onSubmit={submit} className="rounded-card border border-border bg-surface p-5 sm:p-6">
      <noscript>
        <p className="mb-5 font-medium">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
      <fieldset disabled={isSending} className="space-y-5">
        <legend className="sr-only">Your message</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" error={errors.name}>
            {(control) => <input {...control} {...REQUIRED} name="name" autoComplete="name" />}
          </Field>
          <Field label="Email" error={errors.email}>
            {(control) => <input {...control} {...REQUIRED} name="email" type="email" autoComplete="email" />}
          </Field>
        </div>
        <Field label="Subject" error={errors.subject}>
          {(control) => <input {...control} {...REQUIRED} name="subject" />}
        </Field>
        <Field label="Message" error={errors.message} hint="Never include a password.">
          {(control) => (
            <textarea
              {...control}
              {...REQUIRED}
              name="message"
              rows={7}
              className={`${control.className} block resize-y`}
            />
          )}
        </Field>
        <Honeypot />
      </fieldset>
      <div role="alert">
        {state.step === 'writing' && state.failure && (
          <p className="mt-5 rounded-control border border-weak px-4 py-3 text-weak">{state.failure}</p>
        )}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button ref={button} type="submit" look="primary" disabled={!isReady || isSending}>
          {isSending ? 'Sending...' : 'Send message'}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-muted text-sm">
          Stored on this server until an administrator deletes it
          {messageDays !== undefined &&
            `, for at most ${messageDays === 1 ? 'a day' : `${messageDays} days`}`}
          .{' '}
          <Link to="/privacy#contact" className="link">
            How we handle it
          </Link>
        </p>
      </div>
    </form>
  )
}

/** Hidden from people, filled in by bots. Not without scripts: text browsers would show it. */
function Honeypot() {
  if (!useIsHydrated()) return null
  return (
    <div aria-hidden className="sr-only">
      <label>
        Leave this empty
        <input type="text" name="reference" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

type SentProps = { name: string; email: string; isHeldBack: boolean; onAgain: () => void }

function Sent({ name, email, isHeldBack, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="rounded-card border border-border bg-surface p-5 sm:p-6">
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Message sent
      </h3>
      <p className="mt-3 [overflow-wrap:anywhere]">
        Thank you, {name}. We got your message. If it needs an answer, we’ll write to {email}.
        {isHeldBack && ' We’re getting more messages than usual, so this may take longer.'}
      </p>
      <Button className="mt-5" onClick={onAgain}>
        Write another message
      </Button>
    </section>
  )
}

/** Before hydration, submitting would put the text into the URL. */
function useIsReady(): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  return isReady
}

const typed = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

function findErrors(form: HTMLFormElement): Record<string, string> {
  const read = ContactInput.safeParse(typed(form))
  return read.success ? {} : fieldErrors(read.error)
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage ?? NO_REASON
  return NO_CONNECTION
}
