import { Search } from 'lucide-react'
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { KeyCap } from '#web/admin/key-cap.tsx'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { lazyPart } from '#web/lib/lazy-component.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList)

type Control = { showPalette: () => void; showShortcuts: () => void }

const PaletteContext = createContext<Control | null>(null)

/** The palette and the shortcut list load when first opened. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const control = useMemo(
    () => ({ showPalette: () => setOpen('palette'), showShortcuts: () => setOpen('shortcuts') }),
    [],
  )
  useShortcut('mod+k', 'Search or jump to', control.showPalette)
  useShortcut('?', 'Show keyboard shortcuts', control.showShortcuts)
  const close = () => setOpen(null)
  return (
    <PaletteContext value={control}>
      {children}
      <Suspense>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </PaletteContext>
  )
}

export function usePalette(): Control {
  const control = use(PaletteContext)
  if (!control) throw new Error('usePalette must be used within a PaletteProvider')
  return control
}

export function PaletteButton() {
  const { showPalette } = usePalette()
  return (
    <button
      type="button"
      onClick={showPalette}
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-11 items-center gap-2 rounded-control border border-transparent px-3 text-muted text-sm hover:text-text sm:w-56 sm:border-border sm:bg-surface"
    >
      <Search aria-hidden size={18} />
      <span className="max-sm:sr-only">Search</span>
      <span aria-hidden className="ml-auto max-sm:hidden">
        <KeyCap name="mod+k" />
      </span>
    </button>
  )
}
