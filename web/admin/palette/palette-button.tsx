import { Search } from 'lucide-react'
import { KeyCap } from '#web/admin/key-cap.tsx'
import { usePalette } from './palette-provider.tsx'

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
