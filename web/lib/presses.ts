import { THEME_SWITCH } from './theme-choice.ts'

/** Buttons that do nothing without the app; links and forms work by themselves. */
const NEEDS_APP = `button:not([type=submit], [${THEME_SWITCH}])`

type Replay = () => void

/** Holds what is pressed before the app runs. */
export function holdPresses() {
  const held: Replay[] = []
  let begin: Replay = () => undefined
  let hovered: Element | null = null

  const onClick = (event: MouseEvent) => {
    const button = buttonAt(event, NEEDS_APP)
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => button.click())
    begin()
  }
  // Keys that follow a press are meant for what it opens.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, isTrusted, ctrlKey, metaKey, altKey } = event
    if (held.length === 0 || !isTrusted || ctrlKey || metaKey || altKey) return
    if (['Tab', 'Enter', ' '].includes(key) || !buttonAt(event, NEEDS_APP)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => {
      const repeated = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(repeated)
    })
  }
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    hovered = buttonAt(event, 'button')
    if (hovered) begin()
  }
  const onHint = (event: Event) => {
    if (buttonAt(event, NEEDS_APP)) begin()
  }

  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  addEventListener('click', onClick, options)
  addEventListener('keydown', onKeyDown, options)
  addEventListener('pointerover', onPointerOver, options)
  for (const hint of ['pointerdown', 'focusin']) addEventListener(hint, onHint, options)

  return {
    /** Calls `start` when a press is held or seems near: a pointer or the focus is on a button. */
    onFirst(start: Replay): void {
      begin = start
    },
    /** Holds no longer, and repeats in their order what was held. */
    async release(): Promise<void> {
      listeners.abort()
      if (hovered?.matches(':hover')) {
        hovered.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
      }
      for (const replay of held) {
        replay()
        // React updates the document in a microtask.
        await Promise.resolve()
      }
    },
  }
}

function buttonAt({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
