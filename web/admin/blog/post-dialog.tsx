import { type FormEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import {
  POST_STATUSES,
  type PostEdit,
  type PostStatus,
  PostEdit as Schema,
  SEO_ADVICE,
  slugOf,
} from '#domain/posts.ts'
import { callAdmin, messageOf, useAdminChange } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { CharacterCount } from './character-count.tsx'
import { ImageUploads } from './images/image-uploads.tsx'
import { useImageUploads } from './images/use-image-uploads.ts'
import { forgetEdit, keepEdit } from './kept-edits.ts'
import { type Edited, inputOf, isSame, type PostForm, withTitle } from './post-form.ts'
import { STATUS_LABELS } from './post-statuses.ts'
import { PreviewLink } from './preview-link.tsx'
import { useAutosave } from './use-autosave.ts'

/** Without its code the editor goes on: reloading the page for it would interrupt the writing. */
const PostPreview = lazy(() =>
  import('./post-preview.tsx').then(
    ({ PostPreview }) => ({ default: PostPreview }),
    () => ({ default: () => <p className="text-muted">The preview could not be loaded.</p> }),
  ),
)

export const POSTS_PATH = '/api/admin/blog/posts'

const CONTENT_ROWS = 15
const HAS_ROOM = '(min-width: 64rem)'

type Props = {
  edited: Edited
  /** What an earlier visit left unsaved. */
  kept?: PostForm | undefined
  onClose: () => void
}

/** Writes a new post, or edits one: as a whole, with its preview beside it. */
export function PostDialog({ edited, kept, onClose }: Props) {
  const formId = useId()
  const [form, setForm] = useState(kept ?? edited.saved)
  const [mistake, setMistake] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [showsPreview, setShowsPreview] = useState(() => matchMedia(HAS_ROOM).matches)
  const content = useRef<HTMLTextAreaElement>(null)
  const images = useImageUploads()
  const { id, saved, basedOn } = edited
  const isNew = id === null

  const failure = isNew ? 'Failed to create blog post' : 'Failed to update blog post'
  const save = useAdminChange({
    run: (input: PostEdit) =>
      isNew ? callAdmin('POST', POSTS_PATH, input) : callAdmin('PUT', `${POSTS_PATH}/${id}`, input),
    success: isNew ? 'Blog post created successfully' : 'Blog post updated successfully',
    failure,
    refreshes: [[POSTS_PATH]],
    onSuccess: () => leave(),
  })
  const isReplacing = save.error instanceof ApiError && 'basedOn' in save.error.fields
  const refusal = mistake ?? (save.isError ? messageOf(save.error, failure) : null)
  const hasChanges = !isSame(form, saved) && !save.isSuccess
  const isAddingImages = images.uploads.length > 0
  const close = () => (hasChanges || isAddingImages ? setIsLeaving(true) : leave())
  const isKept = useAutosave(edited, form, hasChanges)

  const change = (part: Partial<PostForm>) => setForm((current) => ({ ...current, ...part }))

  function leave() {
    forgetEdit(edited)
    onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (isAddingImages) return setMistake('Please insert the added images first, or remove them.')
    const parsed = Schema.safeParse({ ...inputOf(form), ...(isReplacing ? {} : { basedOn }) })
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message ?? 'Please check what you entered')
    setMistake(null)
    // A session that lapsed would end the page with the answer.
    if (hasChanges) keepEdit(edited, form)
    save.mutate(parsed.data)
  }

  const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <Dialog
      isOpen
      isSticky
      onOpenChange={close}
      title={isNew ? 'New Post' : 'Edit Post'}
      size="full"
      actions={
        <>
          <div className="mr-auto flex min-h-11 min-w-0 flex-1 basis-60 items-center">
            {refusal ? <FailureNotice>{refusal}</FailureNotice> : <KeptNote isKept={isKept} />}
          </div>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {isNew ? 'Create Post' : isReplacing ? 'Replace their version' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-2">
        <form id={formId} onSubmit={submit} onKeyDown={saveByKey} noValidate className="min-w-0">
          <fieldset disabled={save.isPending} className="min-w-0 space-y-4">
            <TextField
              label="Title"
              required
              autoComplete="off"
              value={form.title}
              onChange={(event) => setForm((current) => withTitle(current, event.target.value))}
            />
            <TextField
              label="URL Slug"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              hint={<AddressHint edited={edited} slug={form.slug} />}
              value={form.slug}
              onChange={(event) => change({ slug: event.target.value })}
            />
            <TextAreaField
              label="Excerpt"
              rows={3}
              hint="Left empty, the first 160 characters of the content stand in."
              value={form.excerpt}
              onChange={(event) => change({ excerpt: event.target.value })}
            />
            <TextAreaField
              {...images.handlers}
              ref={content}
              label="Content"
              required
              rows={CONTENT_ROWS}
              hint="Each line is a paragraph. Markdown works: ## headings, - lists, > quotes, **bold**, *italic*, `code`, [links](https://example.com), ``` code blocks, tables and footnotes."
              value={form.content}
              onChange={(event) => change({ content: event.target.value })}
            />
            <ImageUploads images={images} area={content} />
            <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
              <Field label="Status">
                {(control) => (
                  <select
                    {...control}
                    className={`${control.className} min-h-11`}
                    value={form.status}
                    onChange={(event) => change({ status: toStatus(event.target.value) })}
                  >
                    {POST_STATUSES.map((status) => (
                      <option key={status} value={status}>
                        {STATUS_LABELS[status]}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <TextField
                label="Tags"
                autoComplete="off"
                hint="Separated by commas"
                value={form.tags}
                onChange={(event) => change({ tags: event.target.value })}
              />
            </div>
            <TextField
              label="SEO Title"
              autoComplete="off"
              hint={<CharacterCount text={form.metaTitle} most={SEO_ADVICE.title} />}
              value={form.metaTitle}
              onChange={(event) => change({ metaTitle: event.target.value })}
            />
            <TextAreaField
              label="SEO Description"
              rows={3}
              hint={<CharacterCount text={form.metaDescription} most={SEO_ADVICE.description} />}
              value={form.metaDescription}
              onChange={(event) => change({ metaDescription: event.target.value })}
            />
            {!isNew && saved.status !== 'published' && <PreviewLink postId={id} />}
          </fieldset>
        </form>
        <section
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-w-0 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-13rem)] lg:overflow-y-auto lg:border-border lg:border-l lg:pl-6"
        >
          {!showsPreview && (
            <Button className="w-full" onClick={() => setShowsPreview(true)}>
              Show preview
            </Button>
          )}
          {showsPreview && (
            <Suspense fallback={<p className="text-muted">Loading…</p>}>
              <PostPreview title={form.title} content={form.content} />
            </Suspense>
          )}
        </section>
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setIsLeaving}
        title="Discard unsaved changes?"
        text={`What you changed in "${form.title || 'Untitled'}" has not been saved and would be lost.`}
        action="Discard"
        onConfirm={leave}
      />
    </Dialog>
  )
}

const toStatus = (value: string): PostStatus => POST_STATUSES.find((status) => status === value) ?? 'draft'

function KeptNote({ isKept }: { isKept: boolean | null }) {
  if (isKept === null) return null
  return (
    <p role="status" className="text-muted text-sm">
      {isKept
        ? 'Not saved yet; kept in this browser.'
        : 'Not saved yet; this browser has no room to keep it for you.'}
    </p>
  )
}

function AddressHint({ edited: { saved, wasPublished }, slug }: { edited: Edited; slug: string }) {
  const address = slugOf(slug)
  const hasMoved = wasPublished && address !== saved.slug
  return (
    <>
      <span className="break-all">{address ? `/blog/${address}` : 'Left empty, the title decides.'}</span>
      {hasMoved && (
        <span className="mt-1 block text-text">
          The old address <span className="break-all font-mono">/blog/{saved.slug}</span> will redirect to the
          new one.
        </span>
      )}
    </>
  )
}
