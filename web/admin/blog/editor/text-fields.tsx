import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { readingMinutesOf, wordCountOf } from '#domain/posts.ts'
import type { ImageUploads } from '#web/admin/blog/images/use-image-uploads.ts'
import { FIELD_LABELS } from '#web/admin/blog/post-form.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { GrowingTextArea } from '#web/ui/growing-text-area.tsx'
import type { PostEditing } from './use-post-editor.ts'
import { pressToolByKey } from './writing-toolbar.tsx'

const CONTENT_ROWS = 15
const COUNT_PAUSE_MS = 300

type Props = {
  editing: PostEditing
  contentId: string
  area: RefObject<HTMLTextAreaElement | null>
  handlers: ImageUploads['handlers']
  /** Aligns the columns of tables. */
  isMonospaced: boolean
}

export function TextFields({
  editing: { form, errors, change, changeTitle },
  contentId,
  area,
  handlers,
  isMonospaced,
}: Props) {
  const focusContent = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    area.current?.focus()
  }
  return (
    <>
      <BareField id={`${contentId}-title`} label={FIELD_LABELS.title} error={errors.title}>
        {(control) => (
          <GrowingTextArea
            {...control}
            rows={1}
            autoComplete="off"
            value={form.title}
            onKeyDown={focusContent}
            onChange={(event) => changeTitle(event.target.value.replace(/[\r\n]+/g, ' '))}
            className="w-full bg-transparent font-semibold text-2xl tracking-tight outline-none sm:text-3xl"
          />
        )}
      </BareField>
      <BareField
        id={contentId}
        label={FIELD_LABELS.content}
        error={errors.content}
        foot={<WordCount content={form.content} />}
        hint="Each line is a paragraph. Markdown works: ## headings, - lists, > quotes, **bold**, *italic*, `code`, [links](https://example.com), ``` code blocks, tables and footnotes."
      >
        {(control) => (
          <GrowingTextArea
            {...control}
            {...handlers}
            ref={area}
            rows={CONTENT_ROWS}
            value={form.content}
            onKeyDown={pressToolByKey}
            onChange={(event) => change({ content: event.target.value })}
            className={`min-h-[calc(100dvh-26rem)] w-full bg-transparent outline-none ${isMonospaced ? 'font-mono text-sm leading-relaxed' : 'text-lg leading-relaxed'}`}
          />
        )}
      </BareField>
    </>
  )
}

type BareProps = {
  id: string
  label: string
  error: string | undefined
  hint?: string
  foot?: ReactNode
  children: (control: {
    id: string
    'aria-required': true
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A borderless input; the caret shows the focus. */
function BareField({ id, label, error, hint, foot, children }: BareProps) {
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div
      className={`mb-6 border-l-2 pl-4 focus-within:border-accent ${error === undefined ? 'border-transparent' : 'border-weak'}`}
    >
      <label htmlFor={id} className="mb-1 block text-muted text-sm">
        {label}
        <span aria-hidden> *</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mb-1 text-sm text-weak">
          {error}
        </p>
      )}
      {children({
        id,
        'aria-required': true,
        'aria-invalid': error !== undefined,
        'aria-describedby': notes || undefined,
      })}
      {foot}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

function WordCount({ content }: { content: string }) {
  const settled = useDebounced(content, COUNT_PAUSE_MS)
  const words = wordCountOf(settled)
  return (
    <p className="mt-3 text-muted text-sm tabular-nums">
      {words === 1 ? '1 word' : `${words.toLocaleString()} words`} · {readingMinutesOf(settled)} min read
    </p>
  )
}
