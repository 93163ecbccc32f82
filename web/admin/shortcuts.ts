import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export type Shortcut = {
  /** As `nameKey` has it: 'j', '?', 'Escape', 'shift+x', 'mod+k'; null for an action of the command palette alone. */
  key: string | null
  /** What it does, in the list of all shortcuts. */
  label: string
  run: (event: KeyboardEvent) => void
  /** Whether holding the key down runs it again and again. */
  isRepeatable: boolean
}

type Options = { isEnabled?: boolean; isRepeatable?: boolean }

let registered: readonly Shortcut[] = []
const listeners = new Set<() => void>()

/**
 * Runs `run` when the key is pressed anywhere on the page, but not while typing (except with 'mod+') nor while a dialog
 * or a menu is open. Of two shortcuts with one key the one that came later runs.
 */
export function useShortcut(
  key: string | null,
  label: string,
  run: Shortcut['run'],
  options: Options = {},
): void {
  const { isEnabled = true, isRepeatable = false } = options
  const onPress = useEffectEvent(run)
  useEffect(() => {
    if (!isEnabled) return
    const shortcut = { key, label, isRepeatable, run: (event: KeyboardEvent) => onPress(event) }
    register([...registered, shortcut])
    return () => register(registered.filter((other) => other !== shortcut))
  }, [key, label, isEnabled, isRepeatable])
}

/** Offers an action of the page in the command palette, without a key of its own. */
export function useCommand(label: string, run: () => void, isEnabled = true): void {
  useShortcut(null, label, run, { isEnabled })
}

/** All that work on the page as it is. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => registered)

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The name of what was pressed; null with a modifier that no shortcut has. Shift counts with letters and named keys. */
export function nameKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): string | null {
  const isLetter = /^\p{L}$/u.test(key)
  const name = isLetter ? key.toLowerCase() : key
  if (ctrlKey || metaKey) return altKey || shiftKey ? null : `mod+${name}`
  if (altKey) return null
  return shiftKey && (isLetter || key.length > 1) ? `shift+${name}` : name
}

function register(next: readonly Shortcut[]): void {
  if (registered.length === 0) document.addEventListener('keydown', runPressed)
  registered = next
  if (registered.length === 0) document.removeEventListener('keydown', runPressed)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function runPressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = nameKey(event)
  const shortcut = name === null ? undefined : registered.findLast(({ key }) => key === name)
  if (!shortcut || (event.repeat && !shortcut.isRepeatable)) return
  if (isTakenElsewhere(event.target, name)) return
  event.preventDefault()
  shortcut.run(event)
}

const OPEN_ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'

function isTakenElsewhere(target: EventTarget | null, key: string | null): boolean {
  if (document.querySelector(OPEN_ABOVE)) return true
  return !key?.startsWith('mod+') && target instanceof Element && target.closest(TYPED_INTO) !== null
}
