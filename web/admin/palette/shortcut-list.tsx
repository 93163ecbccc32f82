import { KeyCap } from '#web/admin/key-cap.tsx'
import {
  isShortcutEnabled,
  type Shortcut,
  setSingleKeys,
  useShortcuts,
  useSingleKeys,
} from '#web/admin/shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const hasSingleKeys = useSingleKeys()
  const shortcuts = useShortcuts().filter((shortcut) => isShortcutEnabled(hasSingleKeys, shortcut))
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" description="On this page">
      <dl className="divide-y divide-border text-sm">
        {listKeys(shortcuts).map(({ label, keys }) => (
          <div key={label} className="flex min-h-10 items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex gap-2">
              {keys.map((key) => (
                <KeyCap key={key} name={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-border border-t pt-2 text-sm">
        <SwitchRow label="Single-key shortcuts" isOn={hasSingleKeys} onChange={setSingleKeys} />
        <p className="text-muted">
          {hasSingleKeys
            ? 'Turn this off if you trigger shortcuts by accident, for example with speech input.'
            : 'Only keys with Ctrl or ⌘, and Escape, work as shortcuts.'}{' '}
          Kept in this browser.
        </p>
      </div>
    </Dialog>
  )
}

/** One row per label; if two shortcuts share a key, only the later one is active. */
function listKeys(shortcuts: readonly Shortcut[]): { label: string; keys: string[] }[] {
  const working = new Map(shortcuts.flatMap(({ key, label }) => (key === null ? [] : [[key, label]])))
  const byLabel = Map.groupBy(working, ([, label]) => label)
  return [...byLabel].map(([label, entries]) => ({
    label: String(label),
    keys: entries.map(([key]) => String(key)),
  }))
}
