/** Of the textbox: WebKit copies line breaks if a selection ends outside the block with the text. */
export function selectPassword(textbox: Element): void {
  getSelection()?.selectAllChildren(textbox.firstElementChild ?? textbox)
}

/** WebKit clears a selection after the button is released. */
export function selectOnRelease(textbox: Element): void {
  setTimeout(() => selectPassword(textbox))
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

export function selectOnCtrlA(event: Key, element: Element): void {
  if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  selectPassword(element)
}
