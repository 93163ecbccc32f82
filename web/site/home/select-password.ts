export function selectPassword(element: Element): void {
  getSelection()?.selectAllChildren(element)
}

/** Doesn't override a partial selection made by dragging. */
export function selectUnlessDragged(element: Element): void {
  if (getSelection()?.isCollapsed) selectPassword(element)
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>

export function selectOnCtrlA(event: Key, element: Element): void {
  if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  selectPassword(element)
}
