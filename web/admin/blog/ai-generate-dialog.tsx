import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DRAFT_MISSING, DRAFT_MISSING_TITLE, DraftInput } from '#domain/ai.ts'
import type { Post } from '#domain/posts.ts'
import { AI_FAILURE_MS, callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { GeneratedDraftDialog } from './generated-draft-dialog.tsx'
import { POSTS_PATH } from './posts-path.ts'

type Props = { onClose: () => void; onEdit: (id: number) => void }

/** Generates a draft with AI; may take minutes, and can be canceled. */
export function AiGenerateDialog({ onClose, onEdit }: Props) {
  const formId = useId()
  const showToast = useToast()
  const [title, setTitle] = useState('')
  const [promptId, setPromptId] = useState('')
  const [draft, setDraft] = useState<Post | null>(null)
  const running = useRef<AbortController | null>(null)
  const prompts = useAdminQuery('/api/admin/ai-prompts')
  const usable = prompts.data?.filter(({ isActive }) => isActive) ?? []
  const isComplete = title.trim() !== '' && promptId !== ''

  const generate = useAdminMutation({
    run: (input: DraftInput) => {
      running.current = new AbortController()
      return callAdmin('POST', '/api/admin/ai-generate-blog', {
        body: input,
        signal: running.current.signal,
      })
    },
    success: 'AI blog post generated successfully! Check your drafts.',
    failure: 'Failed to generate AI blog post',
    failureMs: AI_FAILURE_MS,
    refreshes: [[POSTS_PATH]],
    onSuccess: setDraft,
  })
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (generate.isPending) return
    const parsed = DraftInput.safeParse({ title, promptId })
    if (parsed.success) return generate.mutate(parsed.data)
    const message = parsed.error.issues[0]?.message ?? DRAFT_MISSING
    showToast({ title: DRAFT_MISSING_TITLE, description: message, look: 'failure' })
  }

  if (draft) return <GeneratedDraftDialog draft={draft} onClose={onClose} onEdit={() => onEdit(draft.id)} />
  return (
    <Dialog
      isOpen
      isSticky
      onOpenChange={() => (generate.isPending ? cancel() : onClose())}
      title="AI Generate"
      description="Writes a draft, which you then check, edit and publish yourself."
      actions={
        <>
          {generate.isPending && <ElapsedTime />}
          <Button onClick={() => (generate.isPending ? cancel() : onClose())}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={!isComplete || generate.isPending}>
            Generate
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="space-y-4">
        <TextField
          label="Blog Post Title"
          required
          autoComplete="off"
          disabled={generate.isPending}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field label="AI Prompt Template" isRequired>
          {(control) => (
            <select
              {...control}
              className={`${control.className} min-h-11`}
              aria-required
              disabled={generate.isPending || prompts.isPending}
              value={promptId}
              onChange={(event) => setPromptId(event.target.value)}
            >
              <option value="" disabled hidden>
                {prompts.isPending ? 'Loading…' : 'Choose a template'}
              </option>
              {usable.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {prompts.isError && (
          <FailureNotice>{messageOf(prompts.error, 'The templates could not be loaded')}</FailureNotice>
        )}
        {prompts.isSuccess && usable.length === 0 && (
          <p className="text-muted text-sm">
            There is no active template yet.{' '}
            <Link to="/admin/settings" className="link">
              Create one in Settings
            </Link>
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The elapsed time shows that the request hasn't hung. */
function ElapsedTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const started = Date.now()
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - started) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="mr-auto flex min-h-11 items-center gap-2 text-muted text-sm tabular-nums">
      <span role="status">Writing the draft…</span>
      {/* Screen readers would announce every second. */}
      <span aria-hidden>{seconds} s</span>
    </p>
  )
}
