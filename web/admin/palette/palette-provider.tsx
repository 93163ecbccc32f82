import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
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
