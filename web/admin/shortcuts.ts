import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'

export type Shortcut = {
  /** In `nameKey` format: 'j', '?', 'Escape', 'shift+x', 'mod+k'; null for palette actions without a key. */
  key: string | null
  /** Shown in the shortcut list. */
  label: string
  run: (event: KeyboardEvent) => void
  /** Whether key repeat triggers it. */
  isRepeatable: boolean
}

type Options = { isEnabled?: boolean; isRepeatable?: boolean }

let registered: readonly Shortcut[] = []
const listeners = new Set<() => void>()

/** Ignored while typing (except 'mod+') and while a dialog or menu is open. The latest registration of a key wins. */
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

/** A palette action without a key. */
export function useCommand(label: string, run: () => void, isEnabled = true): void {
  useShortcut(null, label, run, { isEnabled })
}

export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => registered)

const SINGLE_KEYS_KEY = 'singleKeyShortcuts'
const OFF = 'off'

/** WCAG 2.1.4: speech input can trigger single-letter shortcuts by accident, so they can be turned off. */
const isCharacter = (key: string | null) => key !== null && /^(shift\+)?.$/u.test(key)

const hasSingleKeys = () => readStored(SINGLE_KEYS_KEY) !== OFF

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys)

export function setSingleKeys(isOn: boolean): void {
  if (isOn) removeStored(SINGLE_KEYS_KEY)
  else writeStored(SINGLE_KEYS_KEY, OFF)
  for (const listener of listeners) listener()
}

export const isShortcutEnabled = (isOn: boolean, { key }: Shortcut): boolean => isOn || !isCharacter(key)

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Null for modifiers that no shortcut uses. Shift counts only with letters and named keys. */
export function nameKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
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
  if (!isShortcutEnabled(hasSingleKeys(), shortcut)) return
  if (isHandledElsewhere(event.target, name)) return
  event.preventDefault()
  shortcut.run(event)
}

const TEXT_INPUTS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'

function isHandledElsewhere(target: EventTarget | null, key: string | null): boolean {
  if (hasOpenOverlay()) return true
  return !key?.startsWith('mod+') && target instanceof Element && target.closest(TEXT_INPUTS) !== null
}

const hasOpenOverlay = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
