const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const SYMBOLS: Record<string, string> = {
  Escape: 'Esc',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
}

/** 'mod+k' becomes ⌘ K on a Mac and Ctrl K elsewhere. */
function nameKeys(key: string): string[] {
  return key.split('+').map((part) => {
    if (part === 'mod') return isApple() ? '⌘' : 'Ctrl'
    if (part === 'shift') return isApple() ? '⇧' : 'Shift'
    return SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : part)
  })
}

export function KeyCap({ name }: { name: string }) {
  return (
    <span className="inline-flex gap-1">
      {nameKeys(name).map((part) => (
        <kbd
          key={part}
          className="min-w-5 rounded-md border border-border bg-bg px-1 text-center font-sans text-muted text-sm leading-5"
        >
          {part}
        </kbd>
      ))}
    </span>
  )
}
