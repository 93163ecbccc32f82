import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { DRAFT_MISSING_TITLE, DraftInput } from '#domain/ai.ts'
import type { Post } from '#domain/posts.ts'
import { KEYWORDS_PLACEHOLDER } from '#domain/prompts.ts'
import { PROVIDER_SETUP } from '#web/admin/ai/provider-setup.ts'
import { AI_FAILURE_MS, callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { GeneratedText } from '#web/admin/generated-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { POSTS_PATH } from './posts-path.ts'

type Props = { onClose: () => void; onEdit: (id: number) => void; keywords?: string[] }

/** Generates a draft with AI; may take minutes, and can be canceled. With keywords, it starts by itself. */
export function AiGenerateDialog({ onClose, onEdit, keywords = [] }: Props) {
  const showToast = useToast()
  const [draft, setDraft] = useState<Post | null>(null)
  const running = useRef<AbortController | null>(null)
  const prompts = useAdminQuery('/api/admin/ai-prompts')
  const provider = useAdminQuery('/api/admin/ai-provider')
  const usable = prompts.data?.filter(({ isActive }) => isActive) ?? []

  const generate = useAdminMutation({
    run: (body: DraftInput) => {
      running.current = new AbortController()
      return callAdmin('POST', '/api/admin/ai-generate-blog', { body, signal: running.current.signal })
    },
    success: 'AI blog post generated successfully! Check your drafts.',
    failure: 'Failed to generate AI blog post',
    failureMs: AI_FAILURE_MS,
    refreshes: [[POSTS_PATH]],
    onSuccess: setDraft,
  })
  const parse = (values: { title: string; promptId: string }) =>
    DraftInput.safeParse({ ...values, ...(keywords.length > 0 ? { keywords } : {}) })
  const form = useForm({
    initial: { title: titleOf(keywords), promptId: '' },
    parse,
    onRefused: (description) => showToast({ title: DRAFT_MISSING_TITLE, description, look: 'failure' }),
    sending: generate,
  })
  const { title, promptId } = form.values
  const isComplete = title.trim() !== '' && promptId !== ''
  const cancel = () => (form.isPending ? running.current?.abort() : onClose())
  useEffect(() => () => running.current?.abort(), [])

  const isReady = keywords.length > 0 && usable.length > 0 && provider.data?.configured === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    if (!isReady) return
    const template =
      usable.find(({ userPromptTemplate }) => userPromptTemplate.includes(KEYWORDS_PLACEHOLDER)) ?? usable[0]
    const values = { title, promptId: String(template?.id) }
    form.set(values)
    const { data } = parse(values)
    if (data) generate.mutate(data)
  }, [isReady])

  if (draft) return <GeneratedDraftDialog draft={draft} onClose={onClose} onEdit={() => onEdit(draft.id)} />
  return (
    <Dialog
      isSticky
      onClose={cancel}
      title="AI Generate"
      description="Writes a draft, which you then check, edit and publish yourself."
      actions={
        <>
          {form.isPending && <ElapsedTime />}
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" form={form.props.id} look="primary" disabled={!isComplete || form.isPending}>
            Generate
          </Button>
        </>
      }
    >
      <form {...form.props} className="space-y-4">
        {provider.data?.configured === false && (
          <FailureNotice>
            No AI provider is configured, so no draft can be generated. {PROVIDER_SETUP}{' '}
            <Link to="/admin/settings#provider-title" className="link">
              AI provider in Settings
            </Link>
          </FailureNotice>
        )}
        <TextField
          label="Blog Post Title"
          required
          autoComplete="off"
          disabled={form.isPending}
          {...form.bind('title')}
        />
        <SelectField
          label="AI Prompt Template"
          required
          disabled={form.isPending || prompts.isPending}
          placeholder={prompts.isPending ? 'Loading…' : 'Choose a template'}
          options={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.bind('promptId')}
        />
        {keywords.length > 0 && (
          <p className="wrap-anywhere text-muted text-sm">
            Keywords for the prompt: <bdi>{keywords.join(', ')}</bdi>
          </p>
        )}
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

const titleOf = ([keyword = '']: string[]) => keyword.charAt(0).toUpperCase() + keyword.slice(1)

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

type GeneratedDraftDialogProps = { draft: Post; onClose: () => void; onEdit: () => void }

/** Shows a generated draft before it is used. */
function GeneratedDraftDialog({ draft, onClose, onEdit }: GeneratedDraftDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={draft.title}
      description="Saved as a draft. Check it before you publish it."
      size="wide"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={onEdit}>
            Edit Draft
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section aria-label="Draft" tabIndex={0} className="max-w-[72ch]">
        <GeneratedText text={draft.content} />
      </section>
    </Dialog>
  )
}
