import { skipToken, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import type { Contact } from '#domain/contacts.ts'
import { callAdmin } from '#web/admin/client.ts'
import { RowMenu } from '#web/admin/list/row-menu.tsx'
import type { Action } from '#web/admin/list/types.ts'
import { useSingleKeys } from '#web/admin/shortcuts.ts'
import { useMedia } from '#web/admin/use-media.ts'
import { Button, buttonLook, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'
import { StatusBadge } from './columns.tsx'
import { replyUrl } from './reply-url.ts'
import { CONTACTS_PATH } from './use-contact-changes.ts'

type Props = {
  contact: Contact
  replyLink: RefObject<HTMLAnchorElement | null>
  onReply: () => void
  onArchive: () => void
  moreActions: Action[]
  /** Whether opening a new message marks it as read. */
  marksRead: boolean
  onMarksRead: (isOn: boolean) => void
  onClose: () => void
}

/** Overlays the list on narrow screens. */
export function ReadingPane(props: Props) {
  const { contact, onClose } = props
  const hasRoom = useMedia('(min-width: 64rem)')
  if (!hasRoom) {
    return (
      <Dialog onClose={onClose} title={contact.subject} size="full" actions={<Actions {...props} />}>
        <MessageBody {...props} />
      </Dialog>
    )
  }
  return (
    <section
      aria-label="Message"
      className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col rounded-card border border-border bg-surface"
    >
      <header className="flex items-start gap-2 border-border border-b py-3 pr-3 pl-5">
        <h2 className="wrap-anywhere mr-auto py-2 font-semibold text-lg">{contact.subject}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 overflow-y-auto p-5 -outline-offset-2">
        <MessageBody {...props} />
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-border border-t px-5 py-3">
        <Actions {...props} />
      </footer>
    </section>
  )
}

function MessageBody({ contact, marksRead, onMarksRead }: Props) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p className="wrap-anywhere">
          <span className="font-semibold text-base">{contact.name}</span>{' '}
          <a href={replyUrl(contact)} className="link">
            {contact.email}
          </a>
        </p>
        <StatusBadge status={contact.status} />
        <RelativeTime at={contact.createdAt} className="text-muted" />
      </div>
      <p className="wrap-anywhere max-w-[75ch] whitespace-pre-wrap [unicode-bidi:plaintext]">
        {contact.message}
      </p>
      <div className="mt-6 max-w-sm border-border border-t pt-2 text-muted text-sm">
        <SwitchRow label="Mark messages as read when opened" isOn={marksRead} onChange={onMarksRead} />
      </div>
    </>
  )
}

function Actions({ contact, replyLink, onReply, onArchive, moreActions }: Props) {
  const hasSingleKeys = useSingleKeys()
  return (
    <>
      <a
        ref={replyLink}
        href={replyUrl(contact)}
        onClick={onReply}
        aria-keyshortcuts={hasSingleKeys ? 'r' : undefined}
        className={buttonLook('primary')}
      >
        Reply {hasSingleKeys && <Hint>r</Hint>}
      </a>
      <Button onClick={onArchive} aria-keyshortcuts={hasSingleKeys ? 'e' : undefined}>
        Archive {hasSingleKeys && <Hint>e</Hint>}
      </Button>
      <RowMenu label="More actions for this message" readActions={() => moreActions} size="size-11" />
    </>
  )
}

const Hint = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded border border-current px-1.5 font-mono text-sm leading-5 opacity-70 max-lg:hidden"
  >
    {children}
  </kbd>
)

/** Fetches a message that the URL names but the loaded rows don't include. */
export function useContact(id: number | null, isNeeded: boolean) {
  return useQuery({
    queryKey: [CONTACTS_PATH, id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => callAdmin('GET', `${CONTACTS_PATH}/:id`, { params: { id }, signal }),
    enabled: isNeeded,
    gcTime: 0,
  })
}
