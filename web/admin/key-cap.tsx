const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const SIGNS: Record<string, string> = {
  Escape: 'Esc',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
}

/** A shortcut's key as keyboards are labelled: 'mod+k' is ⌘ K on a Mac and Ctrl K elsewhere. */
export function nameKeys(key: string): string[] {
  return key.split('+').map((part) => {
    if (part === 'mod') return isApple() ? '⌘' : 'Ctrl'
    if (part === 'shift') return isApple() ? '⇧' : 'Shift'
    return SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part)
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
