import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { SEARCH_MAX } from '#domain/search.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { useTypingPause } from '#web/admin/use-typing-pause.ts'
import { controlLook } from '#web/ui/field.tsx'

type Props = { label: string; value: string; onSearch: (text: string) => void; hasShortcut: boolean }

/** Searches when typing pauses; '/' focuses it. */
export function SearchBox({ label, value, onSearch, hasShortcut }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [lastSeen, setLastSeen] = useState(value)
  // The value changed elsewhere, such as by the Back button.
  if (value !== lastSeen) {
    setLastSeen(value)
    if (value !== text.trim()) setText(value)
  }
  useTypingPause(text, (typed) => {
    if (typed !== value) onSearch(typed)
  })
  useShortcut('/', label, () => input.current?.focus(), { isEnabled: hasShortcut })
  return (
    <div className="relative min-w-32 flex-1 @max-2xl:basis-[calc(100%-4rem)] @2xl:max-w-80">
      <Search
        aria-hidden
        size={16}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${controlLook(false)} pl-9 sm:text-sm`}
      />
    </div>
  )
}
