import { ArrowLeft, CaseSensitive, PanelRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ImageUploads } from '#web/admin/blog/images/image-uploads.tsx'
import { useImageUploads } from '#web/admin/blog/images/use-image-uploads.ts'
import { useCommand, useShortcut } from '#web/admin/shortcuts.ts'
import { useMedia } from '#web/admin/use-media.ts'
import { useStoredSwitch } from '#web/admin/use-stored-switch.ts'
import { usePage } from '#web/lib/page.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { DETAILS_ID, DetailsColumn, DetailsSheet } from './details-panel.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { PreviewPane, useView, ViewSwitch } from './editor-view.tsx'
import { DETAIL_FIELDS, PostDetails } from './post-details.tsx'
import { SaveButtons, SaveStatus } from './save-status.tsx'
import { TextFields } from './text-fields.tsx'
import { type EditorProps, usePostEditor } from './use-post-editor.ts'
import { OWN, ToolButton, WritingToolbar } from './writing-toolbar.tsx'

const MONOSPACED = { style: OWN, label: 'Monospaced text', Icon: CaseSensitive }

const HAS_COLUMN = '(min-width: 64rem)'

export function PostEditor(props: EditorProps) {
  const { siteName } = usePage()
  const [isNewFromStart] = useState(props.edited.id === null)
  const contentId = useId()
  const page = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLTextAreaElement>(null)
  const imageFiles = useRef<HTMLInputElement>(null)
  const images = useImageUploads()
  const [view, setView] = useView()
  const [isMonospaced, setIsMonospaced] = useStoredSwitch('adminEditorMonospaced')
  const hasColumn = useMedia(HAS_COLUMN)
  const [showsColumn, setShowsColumn] = useState(true)
  const [showsSheet, setShowsSheet] = useState(false)
  const [showsDetails, setShowsDetails] = hasColumn
    ? [showsColumn, setShowsColumn]
    : [showsSheet, setShowsSheet]

  const revealErrors = (errors: Record<string, string>, show: () => void) => {
    const [first = ''] = Object.keys(errors).sort(
      (a, b) => Number(DETAIL_FIELDS.has(a)) - Number(DETAIL_FIELDS.has(b)),
    )
    flushSync(() => {
      show()
      if (DETAIL_FIELDS.has(first)) setShowsDetails(true)
      else if (view === 'preview') setView('write')
    })
    page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const editing = usePostEditor(props, { isAddingImages: images.uploads.length > 0, revealErrors })
  const { form, errors, isNew, saving, autosave, isStored, change } = editing

  useShortcut('mod+s', 'Save the post', () => editing.save({ stays: true }))
  useCommand('Publish the post', editing.publish, saving.edited.saved.status === 'draft')
  useCommand('Show the preview', () => setView('preview'), view === 'write')

  // On a phone, focusing a field opens the keyboard, which would cover an existing post.
  useEffect(() => {
    const first = isNewFromStart ? document.getElementById(`${contentId}-title`) : title.current
    first?.focus()
    if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length)
  }, [contentId, isNewFromStart])

  const heading = isNew ? 'New Post' : 'Edit Post'
  const details = <PostDetails edited={saving.edited} form={form} errors={errors} onChange={change} />
  return (
    <div ref={page} data-fills-page>
      <title>{`${heading}: ${form.title || 'Untitled'} | ${siteName}`}</title>
      <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-border border-b bg-bg pr-3 pl-1 lg:pr-5 lg:pl-3">
        <IconButton label="Back to posts" onClick={editing.close}>
          <ArrowLeft aria-hidden size={20} />
        </IconButton>
        <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
          <h1 ref={title} tabIndex={-1} className="whitespace-nowrap text-base outline-none">
            {heading}
          </h1>
          <SaveStatus
            status={saving.edited.saved.status}
            publishAt={saving.edited.saved.publishAt}
            isSaving={autosave.isSaving || editing.isBusy}
            failure={autosave.failure}
            isStored={isStored}
            savedAt={saving.savedAt}
          />
        </div>
        <SaveButtons editing={editing} />
      </header>
      <div className={hasColumn && showsColumn ? 'grid grid-cols-[minmax(0,1fr)_20rem]' : ''}>
        <main className="min-w-0">
          <div className="sticky top-16 z-10 flex h-12 items-center gap-1 border-border border-b bg-bg px-2 sm:gap-2 lg:px-4">
            <div className={`min-w-0 flex-1 ${view === 'preview' ? 'invisible' : ''}`}>
              <WritingToolbar
                areaId={contentId}
                area={content}
                onAddImages={() => imageFiles.current?.click()}
              >
                <ToolButton
                  tool={MONOSPACED}
                  isOn={isMonospaced}
                  onClick={() => setIsMonospaced(!isMonospaced)}
                />
              </WritingToolbar>
            </div>
            <ViewSwitch view={view} onChange={setView} />
            <IconButton
              label="Post details"
              title="Post details"
              className="h-10! w-8.5! sm:w-10!"
              aria-expanded={showsDetails}
              aria-controls={showsDetails ? DETAILS_ID : undefined}
              onClick={() => setShowsDetails(!showsDetails)}
            >
              <PanelRight aria-hidden size={18} />
            </IconButton>
          </div>
          <div
            className={view === 'both' ? 'grid grid-cols-2' : 'mx-auto w-full max-w-3xl px-2 pb-24 sm:px-6'}
          >
            <div className={view === 'preview' ? 'hidden' : 'min-w-0 px-1 py-6 sm:py-8 lg:px-6'}>
              <EditorNotices editing={editing} />
              <ImageUploads images={images} input={imageFiles} area={content} />
              <TextFields
                editing={editing}
                contentId={contentId}
                area={content}
                handlers={images.handlers}
                isMonospaced={isMonospaced}
              />
            </div>
            {view !== 'write' && (
              <PreviewPane
                title={form.title}
                content={form.content}
                className={
                  view === 'both'
                    ? 'sticky top-28 h-[calc(100dvh-7rem)] overflow-y-auto border-border border-l p-8'
                    : 'px-3 py-8'
                }
              />
            )}
          </div>
        </main>
        {hasColumn && showsColumn && <DetailsColumn>{details}</DetailsColumn>}
      </div>
      {!hasColumn && (
        <DetailsSheet isOpen={showsSheet} onOpenChange={setShowsSheet}>
          {details}
        </DetailsSheet>
      )}
    </div>
  )
}
