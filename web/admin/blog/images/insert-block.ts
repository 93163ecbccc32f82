import { asBlock } from './image-markdown.ts'

/** Writes a block where the caret is, as if it had been typed, so that undo takes it back. */
export function insertBlock(area: HTMLTextAreaElement, markdown: string): void {
  const { value, selectionStart, selectionEnd } = area
  const text = asBlock(markdown, value.slice(0, selectionStart), value.slice(selectionEnd))
  area.focus()
  // The only way into the history of changes; there is no newer one for text areas.
  if (document.execCommand('insertText', false, text)) return
  area.setRangeText(text, selectionStart, selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
