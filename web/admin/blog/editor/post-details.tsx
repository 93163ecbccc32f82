import { Suspense, useState } from 'react'
import { POST_STATUSES, SEO_ADVICE, slugOf } from '#domain/posts.ts'
import { type EditedPost, FIELD_LABELS, type PostField, type PostForm } from '#web/admin/blog/post-form.ts'
import { POST_STATUS_LABELS } from '#web/admin/blog/post-statuses.ts'
import { Button } from '#web/ui/button.tsx'
import { AS_TYPED, TextAreaField, TextField } from '#web/ui/field.tsx'
import { optionsOf, SelectField } from '#web/ui/select-field.tsx'
import { lazyPanel } from './lazy-panel.tsx'
import { PreviewLink } from './preview-link.tsx'

const RevisionsDialog = lazyPanel(
  async () => (await import('./revisions-dialog.tsx')).RevisionsDialog,
  'The revisions could not be loaded.',
)

type Props = {
  edited: EditedPost
  form: PostForm
  errors: Partial<Record<string, string>>
  onChange: (part: Partial<PostForm>) => void
}

export const DETAIL_FIELDS: ReadonlySet<string> = new Set<PostField>([
  'slug',
  'excerpt',
  'status',
  'tags',
  'metaTitle',
  'metaDescription',
  'canonicalUrl',
  'publishAt',
])

/** All fields except title and content. */
export function PostDetails({ edited, form, errors, onChange }: Props) {
  const { id, saved } = edited
  const bind = (field: PostField) => ({
    label: FIELD_LABELS[field],
    error: errors[field],
    value: form[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  return (
    <div className="space-y-5">
      <TextField
        {...bind('slug')}
        autoComplete="off"
        {...AS_TYPED}
        className="font-mono text-sm!"
        hint={<AddressHint edited={edited} slug={form.slug} />}
      />
      <SelectField
        label={FIELD_LABELS.status}
        error={errors.status}
        options={optionsOf(POST_STATUSES, POST_STATUS_LABELS)}
        value={form.status}
        onChange={(status) => onChange(status === 'draft' ? { status } : { status, publishAt: '' })}
      />
      {form.status === 'draft' && (
        <TextField
          {...bind('publishAt')}
          type="datetime-local"
          value={localTime(form.publishAt)}
          onChange={({ target }) => onChange({ publishAt: utcTime(target.value) })}
          hint={`In your time zone (${TIME_ZONE}). Empty to publish it yourself.`}
        />
      )}
      <TextField {...bind('tags')} autoComplete="off" hint="Separated by commas" />
      <TextAreaField
        {...bind('excerpt')}
        rows={3}
        hint="Leave empty to use the first 160 characters of the content."
      />
      <TextField
        {...bind('metaTitle')}
        autoComplete="off"
        hint={<CharacterCount text={form.metaTitle} max={SEO_ADVICE.title} />}
      />
      <TextAreaField
        {...bind('metaDescription')}
        rows={3}
        hint={<CharacterCount text={form.metaDescription} max={SEO_ADVICE.description} />}
      />
      <TextField
        {...bind('canonicalUrl')}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://…"
        hint="Only if the post was first published elsewhere: search engines then list that page, not this one."
      />
      {id !== null && <Revisions postId={id} form={form} onChange={onChange} />}
      {id !== null && saved.status !== 'published' && <PreviewLink postId={id} />}
    </div>
  )
}

function Revisions({ postId, form, onChange }: Pick<Props, 'form' | 'onChange'> & { postId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const restore = (text: Partial<PostForm>) => {
    onChange(text)
    close()
  }
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Show revisions</Button>
      {isOpen && (
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <RevisionsDialog postId={postId} form={form} onRestore={restore} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

function AddressHint({ edited: { saved, wasPublished }, slug }: { edited: EditedPost; slug: string }) {
  const address = slugOf(slug)
  const hasMoved = wasPublished && address !== saved.slug
  return (
    <>
      <span className="break-all">{address ? `/blog/${address}` : 'Leave empty to use the title.'}</span>
      {hasMoved && (
        <span className="mt-1 block text-text">
          The old address <span className="break-all font-mono">/blog/{saved.slug}</span> will redirect to the
          new one.
        </span>
      )}
    </>
  )
}

/** `max` is how much search engines show. */
function CharacterCount({ text, max }: { text: string; max: number }) {
  const count = Array.from(text).length
  return (
    <span className="tabular-nums">
      {count} / {max} characters
      {count > max && <span className="text-weak"> – search engines may cut it short</span>}
    </span>
  )
}

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The value of a datetime-local field for a moment in ISO 8601. */
function localTime(iso: string): string {
  if (iso === '') return ''
  const moment = new Date(iso)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Browsers give years of up to six digits, which the server refuses. */
const utcTime = (local: string): string => {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
