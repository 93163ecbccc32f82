import { asBlock } from './image-markdown.ts'

/** Inserts at the caret so that undo works. `selected` is the part of `markdown` to select then. */
export function insertBlock(
  area: HTMLTextAreaElement,
  markdown: string,
  selected?: readonly [from: number, to: number],
): void {
  const { value, selectionStart, selectionEnd } = area
  const text = asBlock(markdown, value.slice(0, selectionStart), value.slice(selectionEnd))
  area.focus()
  // Deprecated, but the only way to add to a textarea's undo history.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, selectionStart, selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (!selected) return
  const [from, to] = selected.map((at) => selectionStart + text.indexOf(markdown) + at)
  area.setSelectionRange(from ?? 0, to ?? 0)
}
