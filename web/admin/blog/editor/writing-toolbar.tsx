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

/** `style` is one of the element's, or OWN. */
type Tool = {
  style: string
  label: string
  Icon: LucideIcon
  key?: string
  insert?: (area: HTMLTextAreaElement) => void
}

export const OWN = 'own'

/** On a phone, those after the table are reached by scrolling. */
const TOOLS: Tool[] = [
  { style: 'bold', label: 'Bold', Icon: Bold, key: 'b' },
  { style: 'italic', label: 'Italic', Icon: Italic, key: 'i' },
  { style: 'header-2', label: 'Heading', Icon: Heading2 },
  { style: 'link', label: 'Link', Icon: Link, key: 'k' },
  { style: 'unordered-list', label: 'List', Icon: List },
  { style: 'ordered-list', label: 'Numbered list', Icon: ListOrdered },
  { style: 'quote', label: 'Quote', Icon: Quote },
  { style: OWN, label: 'Add images', Icon: ImagePlus },
  { style: OWN, label: 'Table', Icon: Table, insert: insertTable },
  { style: 'code', label: 'Code', Icon: Code },
  { style: OWN, label: 'Code block', Icon: SquareCode, insert: insertCodeBlock },
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
  const run = ({ style, insert }: Tool) => {
    if (insert && area.current) insert(area.current)
    else if (style === OWN) onAddImages()
  }
  return (
    <markdown-toolbar for={areaId} aria-label="Formatting" class="flex items-center overflow-x-auto">
      {TOOLS.map((tool) => (
        <ToolButton key={tool.label} tool={tool} onClick={() => run(tool)} />
      ))}
      {children}
    </markdown-toolbar>
  )
}

type ButtonProps = { tool: Tool; isOn?: boolean; onClick: () => void }

export function ToolButton({ tool: { style, label, Icon, key }, isOn, onClick }: ButtonProps) {
  const keyName = key?.toUpperCase()
  return (
    <button
      type="button"
      data-md-button={style}
      aria-label={label}
      title={keyName === undefined ? label : `${label} (${MODIFIER}${keyName})`}
      aria-keyshortcuts={keyName && `Control+${keyName} Meta+${keyName}`}
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
