import { Columns2, Eye, type LucideIcon, PenLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMedia } from '#web/admin/use-media.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { lazyPanel } from './lazy-panel.tsx'

const PostPreview = lazyPanel(
  async () => (await import('./post-preview.tsx')).PostPreview,
  'The preview could not be loaded.',
)

const VIEWS: { view: View; label: string; Icon: LucideIcon; look: string }[] = [
  { view: 'write', label: 'Write', Icon: PenLine, look: 'max-sm:hidden' },
  { view: 'both', label: 'Side by side', Icon: Columns2, look: 'max-xl:hidden' },
  { view: 'preview', label: 'Preview', Icon: Eye, look: '' },
]

export type View = 'write' | 'both' | 'preview'

const KEY = 'adminEditorView'
const HAS_ROOM_FOR_BOTH = '(min-width: 80rem)'

/** Stores the side-by-side setting. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readStored(KEY) === 'both' ? 'both' : 'write'))
  const hasRoom = useMedia(HAS_ROOM_FOR_BOTH)
  const change = (next: View) => {
    setView(next)
    if (next !== 'preview') writeStored(KEY, next)
  }
  return [view === 'both' && !hasRoom ? 'write' : view, change]
}

type Props = { view: View; onChange: (view: View) => void }

export function ViewSwitch({ view, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would break the toolbar's layout
    <div role="group" aria-label="View" className="flex shrink-0">
      {VIEWS.map(({ view: one, label, Icon, look }) => (
        <button
          key={one}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={view === one}
          onClick={() => onChange(view === one ? 'write' : one)}
          className={`inline-flex h-10 w-8.5 items-center sm:w-10 justify-center rounded-control transition-colors duration-150 hover:bg-accent-soft ${look} ${
            view === one ? 'bg-accent-soft text-accent' : ''
          }`}
        >
          <Icon aria-hidden size={18} />
        </button>
      ))}
    </div>
  )
}

export function PreviewPane({
  title,
  content,
  className,
}: {
  title: string
  content: string
  className: string
}) {
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={`min-w-0 ${className}`}
    >
      <Suspense fallback={<p className="text-muted">Loading…</p>}>
        <PostPreview title={title} content={content} />
      </Suspense>
    </section>
  )
}
