import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { RefObject } from 'react'
import { NavLink } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useNavigation } from './navigation.ts'

type Props = {
  id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Gets the focus back, unless the page of a followed link has taken it. */
  opener: RefObject<HTMLElement | null>
}

/** Navigation for small screens: a sheet that closes when a link is followed. */
export function SideMenu({ id, isOpen, onOpenChange, opener }: Props) {
  const { siteName } = usePage()
  const navigation = useNavigation()
  const close = () => onOpenChange(false)
  const settleFocus = (event: Event) => {
    event.preventDefault()
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) {
      opener.current?.focus()
      return
    }
    // The new page took the focus while the sheet hid it from screen readers: refocus so that they announce it.
    focused.blur()
    focused.focus({ preventScroll: true })
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=closed]:animate-sheet-fade-out data-[state=open]:animate-sheet-fade-in" />
        <Dialog.Content
          id={id}
          aria-describedby={undefined}
          onCloseAutoFocus={settleFocus}
          className="fixed inset-y-0 left-0 z-40 w-3/4 max-w-sm overflow-y-auto border-border border-r bg-surface p-5 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="font-semibold text-lg">{siteName}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close menu" className="-mr-2">
                <X aria-hidden size={20} />
              </IconButton>
            </Dialog.Close>
          </div>
          <nav aria-label="Menu" className="space-y-6">
            {navigation.map(({ label, links }) => (
              <section key={label}>
                <h2 className="mb-1 font-medium text-base text-muted tracking-normal">{label}</h2>
                <ul>
                  {links.map(({ to, label, reloadDocument }) => (
                    <li key={to}>
                      <NavLink
                        to={to}
                        reloadDocument={reloadDocument}
                        end
                        onClick={close}
                        className="-mx-3 flex min-h-11 items-center rounded-control px-3 hover:bg-accent-soft aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium"
                      >
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
