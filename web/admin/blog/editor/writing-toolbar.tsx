import '@github/markdown-toolbar-element'
import { Bold, Code, Heading2, ImagePlus, Italic, Link, List, type LucideIcon, Quote } from 'lucide-react'
import type { KeyboardEvent } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** `for` is the id of the textarea. */
      'markdown-toolbar': HTMLAttributes<HTMLElement> & { for: string; class?: string }
    }
  }
}

type Tool = { style: string; label: string; Icon: LucideIcon; key?: string }

const TOOLS: Tool[] = [
  { style: 'bold', label: 'Bold', Icon: Bold, key: 'b' },
  { style: 'italic', label: 'Italic', Icon: Italic, key: 'i' },
  { style: 'header-2', label: 'Heading', Icon: Heading2 },
  { style: 'link', label: 'Link', Icon: Link, key: 'k' },
  { style: 'unordered-list', label: 'List', Icon: List },
  { style: 'quote', label: 'Quote', Icon: Quote },
  { style: 'code', label: 'Code', Icon: Code },
]

const MODIFIER = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'
const TOOL_LOOK =
  'inline-flex h-10 w-8.5 shrink-0 sm:w-10 items-center justify-center rounded-control text-text transition-colors duration-150 hover:bg-accent-soft'

type Props = {
  area: string
  onAddImages: () => void
}

/** Wraps the selection in Markdown, or unwraps it; undo works. */
export function WritingToolbar({ area, onAddImages }: Props) {
  return (
    <markdown-toolbar for={area} aria-label="Formatting" class="flex items-center overflow-x-auto">
      {TOOLS.map(({ style, label, Icon, key }) => (
        <button
          key={style}
          type="button"
          data-md-button={style}
          aria-label={label}
          title={key === undefined ? label : `${label} (${MODIFIER}${key.toUpperCase()})`}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
          className={TOOL_LOOK}
        >
          <Icon aria-hidden size={18} />
        </button>
      ))}
      <button
        type="button"
        data-md-button="own"
        aria-label="Add images"
        title="Add images"
        onClick={onAddImages}
        className={TOOL_LOOK}
      >
        <ImagePlus aria-hidden size={18} />
      </button>
    </markdown-toolbar>
  )
}

/** Runs the toolbar button for a key combination and stops the event. */
export function pressToolByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase())
  if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  event.stopPropagation()
  const toolbar = document.querySelector(`markdown-toolbar[for="${CSS.escape(event.currentTarget.id)}"]`)
  toolbar?.querySelector<HTMLElement>(`[data-md-button="${tool.style}"]`)?.click()
}
