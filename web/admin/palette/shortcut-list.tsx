import { KeyCap } from '#web/admin/key-cap.tsx'
import { type Shortcut, useShortcuts } from '#web/admin/shortcuts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** The shortcuts that work on the page as it is. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  return (
    <Dialog isOpen onOpenChange={onClose} title="Keyboard shortcuts" description="On this page">
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
    </Dialog>
  )
}

/** One line for each label; of two shortcuts with one key only the later one works. */
function listKeys(shortcuts: readonly Shortcut[]): { label: string; keys: string[] }[] {
  const working = new Map(shortcuts.flatMap(({ key, label }) => (key === null ? [] : [[key, label]])))
  const byLabel = Map.groupBy(working, ([, label]) => label)
  return [...byLabel].map(([label, entries]) => ({
    label: String(label),
    keys: entries.map(([key]) => String(key)),
  }))
}
