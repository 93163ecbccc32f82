import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SEARCH_MAX } from '#domain/search.ts'
import { controlLook } from '#web/ui/field.tsx'

const TYPING_PAUSE_MS = 250

/** Tells of each text when the typing pauses, without the spaces around it. */
export function useTypingPause(text: string, onPause: (text: string) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => onPause(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onPause])
}

type SearchProps = { label: string; initial?: string; onSearch: (text: string) => void }

/** A search box that speaks up when the typing pauses. */
export function SearchBox({ label, initial = '', onSearch }: SearchProps) {
  const [text, setText] = useState(initial)
  useTypingPause(text, onSearch)
  return (
    <div className="relative min-w-44 flex-1 sm:max-w-80">
      <Search
        aria-hidden
        size={18}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${controlLook(false)} min-h-10 pl-10`}
      />
    </div>
  )
}

type FilterProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
}

export function FilterSelect({ label, value, onChange, options }: FilterProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${controlLook(false)} min-h-10 w-auto!`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
