import { useRef } from 'react'

/**
 * For dialogs that any button may open: gives the focus back to what had it before. Where that goes away afterwards, as a
 * row does with its own delete button, the page's main part takes it.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    // Left to itself, Radix gives the focus back to its own trigger only.
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (!(opener.current instanceof HTMLElement)) return
      opener.current.focus()
      replaceWhenGone(opener.current)
    },
  }
}

function replaceWhenGone(focused: Element): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return
    stop()
    document.querySelector('main')?.focus()
  })
  const stop = () => {
    observer.disconnect()
    document.removeEventListener('focusin', stop)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', stop)
}
