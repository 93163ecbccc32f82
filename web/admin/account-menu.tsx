import { ChevronsUpDown, Keyboard, LogOut, type LucideIcon, UserRound } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { ROLE_LABELS } from '#domain/permissions.ts'
import { KeyCap } from './key-cap.tsx'
import { usePalette } from './palette/palette-provider.tsx'
import { readUser } from './session.ts'
import { useSingleKeys } from './shortcuts.ts'
import { useSignOut } from './sign-out.tsx'

export function AccountMenu() {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { username = '', email, role } = readUser()
  const signOut = useSignOut()
  const { showShortcuts } = usePalette()
  const hasSingleKeys = useSingleKeys()
  const closeAnd = (run?: () => void) => () => {
    panel.current?.hidePopover()
    run?.()
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-3 rounded-control p-2 text-left text-sm hover:bg-accent-soft"
      >
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent uppercase"
        >
          {username.charAt(0)}
        </span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="sr-only">Account: </span>
          <span className="block truncate font-medium">{username}</span>
          {role && <span className="block text-muted">{ROLE_LABELS[role]}</span>}
        </span>
        <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="fixed top-auto right-auto bottom-16 left-3 m-0 w-64 rounded-card border border-border bg-surface p-1.5 text-text text-sm open:animate-pop-in"
      >
        <p className="truncate border-border border-b px-2.5 pt-1 pb-2 text-muted">{email ?? username}</p>
        <div className="pt-1.5">
          <Link to="/admin/account" onClick={closeAnd()} className={ENTRY_LOOK}>
            <UserRound aria-hidden size={18} className="text-muted" />
            Your account
          </Link>
          <MenuButton Icon={Keyboard} onClick={closeAnd(showShortcuts)}>
            Keyboard shortcuts
            {hasSingleKeys && (
              <span className="ml-auto">
                <KeyCap name="?" />
              </span>
            )}
          </MenuButton>
          <MenuButton Icon={LogOut} onClick={closeAnd(signOut)}>
            Logout
          </MenuButton>
        </div>
      </div>
    </>
  )
}

const ENTRY_LOOK =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-2.5 text-left font-medium hover:bg-accent-soft focus-visible:-outline-offset-2'

type MenuButtonProps = { Icon: LucideIcon; onClick: () => void; children: React.ReactNode }

function MenuButton({ Icon, onClick, children }: MenuButtonProps) {
  return (
    <button type="button" onClick={onClick} className={ENTRY_LOOK}>
      <Icon aria-hidden size={18} className="text-muted" />
      {children}
    </button>
  )
}
