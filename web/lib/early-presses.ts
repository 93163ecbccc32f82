import { THEME_SWITCH } from './theme-choice.ts'

/** Links and forms work without the app. */
const APP_BUTTON = `button:not([type=submit], [${THEME_SWITCH}])`

const TAB_KEYS = /^Arrow(?:Left|Right)$/

const USES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

type Replay = () => void

export function onFirstUse(start: () => void): void {
  const listeners = new AbortController()
  const onUse = (event: Event) => {
    // Sent for a pointer at rest when the page appears under it.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY)
      return
    listeners.abort()
    start()
  }
  for (const type of USES) addEventListener(type, onUse, { capture: true, signal: listeners.signal })
}

/** Records button presses until `release`. */
export function recordPresses() {
  const recorded: Replay[] = []
  const ignored = new Set<Element>()
  let begin: Replay = () => undefined
  let hovered: Element | null = null

  const onClick = (event: MouseEvent) => {
    const button = buttonAt(event, APP_BUTTON)
    if (!button || ignored.has(button)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    recorded.push(() => button.click())
    begin()
  }
  // Keys after a press may belong to the menu or dialog that it opens.
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, isTrusted, ctrlKey, metaKey, altKey } = event
    const button = buttonAt(event, APP_BUTTON)
    if (!button || !isTrusted || ctrlKey || metaKey || altKey) return
    const isRecorded = recorded.length > 0 || (button.role === 'tab' && TAB_KEYS.test(key))
    if (!isRecorded || ['Tab', 'Enter', ' '].includes(key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    recorded.push(() => {
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
    if (buttonAt(event, APP_BUTTON)) begin()
  }

  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  addEventListener('click', onClick, options)
  addEventListener('keydown', onKeyDown, options)
  addEventListener('pointerover', onPointerOver, options)
  for (const hint of ['pointerdown', 'focusin']) addEventListener(hint, onHint, options)

  return {
    onFirst(start: Replay): void {
      begin = start
    },
    ignore(buttons: Iterable<Element>): void {
      for (const button of buttons) ignored.add(button)
    },
    async release(): Promise<void> {
      listeners.abort()
      if (hovered?.matches(':hover')) {
        hovered.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
      }
      for (const replay of recorded) {
        replay()
        // React commits in a microtask.
        await Promise.resolve()
      }
    },
  }
}

function buttonAt({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}
