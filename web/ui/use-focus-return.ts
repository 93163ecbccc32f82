import { useRef } from 'react'

/** Returns focus to the opener when a dialog closes, or to the main element if the opener is gone (a deleted row). */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    // By default, Radix returns focus to its own trigger only.
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (!(opener.current instanceof HTMLElement)) return
      opener.current.focus()
      focusMainWhenRemoved(opener.current)
    },
  }
}

function focusMainWhenRemoved(focused: Element): void {
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
