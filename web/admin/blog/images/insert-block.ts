import { asBlock } from './image-markdown.ts'

/** Inserts at the caret so that undo works. */
export function insertBlock(area: HTMLTextAreaElement, markdown: string): void {
  const { value, selectionStart, selectionEnd } = area
  const text = asBlock(markdown, value.slice(0, selectionStart), value.slice(selectionEnd))
  area.focus()
  // Deprecated, but the only way to add to a textarea's undo history.
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, selectionStart, selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
