import { useRef, useState } from 'react'
import type { Contact } from '#domain/contacts.ts'
import { useAdminQuery } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'

const REFRESH_MS = 30_000
const COUNTED_MAX = 20
const NEWEST = { except: 'held_back', sort: 'createdAt', order: 'desc', limit: COUNTED_MAX } as const

type Props = {
  /** The newest id in the list; null while it is loading or doesn't start with the newest message. */
  newestListed: number | null
  onShow: () => void
}

/** Offers messages that arrived after the list was fetched. */
export function NewMessagesButton({ newestListed, onShow }: Props) {
  const { data: newest } = useAdminQuery('/api/admin/contacts', {
    query: NEWEST,
    refetchInterval: REFRESH_MS,
  })
  const [seen, setSeen] = useState<number | null>(null)
  const newestKnown = newestListed ?? (seen === null && newest ? newestId(newest) : null)
  if (newestKnown !== null && newestKnown > (seen ?? -1)) setSeen(newestKnown)
  const status = useRef<HTMLDivElement>(null)
  const count = seen === null ? 0 : (newest ?? []).filter(({ id }) => id > seen).length
  const rest = count === 1 ? 'message: show' : 'messages: show'
  const shown = count === COUNTED_MAX ? `${count}+` : count
  return (
    // The button disappears when pressed, so the focus moves to its container.
    <div
      ref={status}
      role="status"
      tabIndex={-1}
      className="outline-none empty:-mr-2 max-md:order-last max-md:empty:mr-0 max-md:empty:-ml-2"
    >
      {count > 0 && (
        <Button
          aria-label={`${shown} new ${rest}`}
          onClick={() => {
            status.current?.focus()
            onShow()
          }}
        >
          {/* Short enough for the other button's line on a phone, so that the list doesn't move. */}
          <span>
            {shown} new<span className="max-sm:hidden"> {rest}</span>
          </span>
        </Button>
      )}
    </div>
  )
}

export const newestId = (contacts: Contact[]): number => Math.max(0, ...contacts.map(({ id }) => id))
