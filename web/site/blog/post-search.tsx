import { Search } from 'lucide-react'
import { SEARCH_MAX } from '#domain/search.ts'
import { buttonLook } from '#web/ui/button.tsx'

/** Works without JavaScript. */
export function PostSearch({ text }: { text: string }) {
  return (
    <search className="print:hidden">
      <form action="/blog" className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden
            size={18}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            name="search"
            aria-label="Search posts"
            placeholder="Search posts"
            required
            maxLength={SEARCH_MAX}
            defaultValue={text}
            className="min-h-11 w-full rounded-control border border-control bg-surface pr-3 pl-10"
          />
        </div>
        <button type="submit" className={buttonLook()}>
          Search
        </button>
      </form>
    </search>
  )
}
