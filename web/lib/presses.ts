import { THEME_SWITCH } from './theme-choice.ts'

/** Buttons that do nothing without the app; links and forms work by themselves. */
const NEEDS_APP = `button:not([type=submit], [${THEME_SWITCH}])`

/** Move between tabs without a press. */
const ARROWS = /^Arrow(?:Left|Right)$/

type Replay = () => void

/** Holds what is pressed before the app runs. */
export function holdPresses() {
  const held: Replay[] = []
  const left = new Set<Element>()
  let begin: Replay = () => undefined
  let hovered: Element | null = null

  const onClick = (event: MouseEvent) => {
    const button = buttonAt(event, NEEDS_APP)
    if (!button || left.has(button)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => button.click())
    begin()
  }
  // Keys that follow a press are meant for what it opens.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, isTrusted, ctrlKey, metaKey, altKey } = event
    const button = buttonAt(event, NEEDS_APP)
    if (!button || !isTrusted || ctrlKey || metaKey || altKey) return
    const isMeant = held.length > 0 || (button.role === 'tab' && ARROWS.test(key))
    if (!isMeant || ['Tab', 'Enter', ' '].includes(key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(() => {
      const repeated = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(repeated)
    })
    begin()
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
    /** Clicks on these are answered by somebody else. */
    leave(buttons: Iterable<Element>): void {
      for (const button of buttons) left.add(button)
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
