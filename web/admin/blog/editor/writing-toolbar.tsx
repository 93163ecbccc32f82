import '@github/markdown-toolbar-element'
import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  SquareCode,
  Table,
} from 'lucide-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { insertBlock } from '#web/admin/blog/images/insert-block.ts'

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
  { style: 'ordered-list', label: 'Numbered list', Icon: ListOrdered },
  { style: 'quote', label: 'Quote', Icon: Quote },
  { style: 'code', label: 'Code', Icon: Code },
]

const MODIFIER = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'
const TOOL_LOOK =
  'inline-flex h-10 w-8.5 shrink-0 sm:w-10 items-center justify-center rounded-control text-text transition-colors duration-150 hover:bg-accent-soft'

type Props = {
  areaId: string
  area: RefObject<HTMLTextAreaElement | null>
  onAddImages: () => void
  children: ReactNode
}

/** Wraps the selection in Markdown, or unwraps it, and inserts blocks at the caret; undo works. */
export function WritingToolbar({ areaId, area, onAddImages, children }: Props) {
  const insert = (block: typeof insertTable) => () => area.current && block(area.current)
  return (
    <markdown-toolbar for={areaId} aria-label="Formatting" class="flex items-center overflow-x-auto">
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
      <OwnTool label="Code block" Icon={SquareCode} onClick={insert(insertCodeBlock)} />
      <OwnTool label="Table" Icon={Table} onClick={insert(insertTable)} />
      <OwnTool label="Add images" Icon={ImagePlus} onClick={onAddImages} />
      {children}
    </markdown-toolbar>
  )
}

type OwnToolProps = { label: string; Icon: LucideIcon; isOn?: boolean; onClick: () => void }

/** A button of the toolbar that the element has no style for. */
export function OwnTool({ label, Icon, isOn, onClick }: OwnToolProps) {
  return (
    <button
      type="button"
      data-md-button="own"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onClick}
      className={`${TOOL_LOOK} ${isOn ? 'bg-accent-soft text-accent' : ''}`}
    >
      <Icon aria-hidden size={18} />
    </button>
  )
}

function insertCodeBlock(area: HTMLTextAreaElement): void {
  const code = area.value.slice(area.selectionStart, area.selectionEnd)
  insertBlock(area, `\`\`\`\n${code}\n\`\`\``, [4, 4 + code.length])
}

const FIRST_HEAD = 'Column 1'

/** After the selection. Selects the first head, to be overwritten. */
function insertTable(area: HTMLTextAreaElement): void {
  area.setSelectionRange(area.selectionEnd, area.selectionEnd)
  const table = `| ${FIRST_HEAD} | Column 2 |\n| -------- | -------- |\n|          |          |`
  insertBlock(area, table, [2, 2 + FIRST_HEAD.length])
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
