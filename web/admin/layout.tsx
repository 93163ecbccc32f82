import {
  Archive,
  Braces,
  ChartLine,
  ExternalLink,
  FileText,
  Globe,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Mail,
  Menu,
  ScrollText,
  Settings,
  Users,
  X,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useAdminQuery } from './client.ts'
import { readUser } from './session.ts'
import { useSignOut } from './sign-out.tsx'
import { StatusLine } from './status-line.tsx'

type Entry = { to: string; label: string; Icon: LucideIcon; superAdminOnly?: boolean; hasBadge?: boolean }

const tabs: Entry[] = [
  { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/admin/dashboard?tab=contacts', label: 'Contact Forms', Icon: Mail, hasBadge: true },
  { to: '/admin/dashboard?tab=users', label: 'Admin Users', Icon: Users },
  { to: '/admin/dashboard?tab=metrics', label: 'Site Metrics', Icon: ChartLine },
]

const pages: Entry[] = [
  { to: '/admin/blog', label: 'Blog Management', Icon: FileText },
  { to: '/admin/website-analyzer', label: 'Website Analyzer', Icon: Globe },
  { to: '/admin/settings', label: 'Settings', Icon: Settings },
  { to: '/api/docs', label: 'API docs', Icon: Braces },
]

const additions: Entry[] = [
  { to: '/admin/dashboard?tab=audit', label: 'Audit log', Icon: ScrollText, superAdminOnly: true },
  { to: '/admin/dashboard?tab=backups', label: 'Backups', Icon: Archive, superAdminOnly: true },
]

/** The frame of every admin page: sidebar, today's date, and the page's own heading. */
export function AdminLayout({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const { siteName } = usePage()
  const today = new Date().toLocaleDateString(undefined, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
  return (
    <div className="lg:grid lg:grid-cols-[15rem_1fr]">
      <title>{`${title} | ${siteName}`}</title>
      <aside
        aria-label="Admin menu"
        className="sticky top-0 hidden h-dvh overflow-y-auto border-border border-r bg-surface p-3 lg:block"
      >
        <Sidebar />
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-border border-b bg-bg px-4 lg:px-8">
          <SidebarSheet />
          <p className="mr-auto truncate text-muted text-sm">{today}</p>
          <ThemeToggle />
        </header>
        <main tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 outline-none lg:px-8">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
            <PageHeading title={title} />
            {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          </div>
          {children}
        </main>
        <StatusLine />
      </div>
    </div>
  )
}

/** Takes the focus when the page changes, so that a screen reader says where one is. */
function PageHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes when the page does
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
      {title}
    </h1>
  )
}

function Sidebar({ onFollow }: { onFollow?: () => void }) {
  const { origin } = usePage()
  const { username, role } = readUser()
  const signOut = useSignOut()
  return (
    <nav aria-label="Admin" className="flex h-full flex-col gap-1">
      <p className="flex items-center gap-2.5 px-3 py-3">
        <Brand size={24} />
      </p>
      {[...tabs, ...pages].map((entry) => (
        <SidebarLink key={entry.to} entry={entry} onFollow={onFollow} />
      ))}
      <a href={`${origin}/`} target="_blank" rel="noopener" className={entryLook(false)}>
        <ExternalLink aria-hidden size={18} className="text-muted" />
        View Website
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <button type="button" onClick={signOut} className={entryLook(false)}>
        <LogOut aria-hidden size={18} className="text-muted" />
        Logout
      </button>
      {role === 'super_admin' && (
        <div className="mt-2 border-border border-t pt-2">
          {additions.map((entry) => (
            <SidebarLink key={entry.to} entry={entry} onFollow={onFollow} />
          ))}
        </div>
      )}
      <p className="mt-auto truncate px-3 pt-4 pb-1 text-muted text-sm">
        Signed in as <span className="font-medium text-text">{username}</span>
      </p>
    </nav>
  )
}

const entryLook = (isHere: boolean) =>
  `flex min-h-10 w-full items-center gap-3 whitespace-nowrap rounded-control px-3 text-left text-sm hover:bg-accent-soft ${
    isHere ? 'bg-accent-soft font-semibold text-accent' : 'font-medium'
  }`

function SidebarLink({
  entry: { to, label, Icon, hasBadge },
  onFollow,
}: {
  entry: Entry
  onFollow?: () => void
}) {
  const { pathname, search } = useLocation()
  const tab = new URLSearchParams(search).get('tab')
  const isHere = to === (tab ? `${pathname}?tab=${tab}` : pathname)
  return (
    <Link to={to} onClick={onFollow} aria-current={isHere ? 'page' : undefined} className={entryLook(isHere)}>
      <Icon aria-hidden size={18} className={isHere ? '' : 'text-muted'} />
      {label}
      {hasBadge && <NewContactsBadge />}
    </Link>
  )
}

function NewContactsBadge() {
  const { data } = useAdminQuery<{ newContacts: number }>(['/api/admin', 'dashboard'])
  if (!data?.newContacts) return null
  return (
    <span className="ml-auto rounded-full bg-weak px-2 font-semibold text-surface tabular-nums">
      {data.newContacts}
      <span className="sr-only"> new</span>
    </span>
  )
}

function SidebarSheet() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Open menu" className="-ml-2.5 lg:hidden">
          <Menu aria-hidden size={22} />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50 data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 w-3/4 max-w-sm overflow-y-auto border-border border-r bg-surface p-3 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label="Close menu" className="absolute top-3 right-3">
              <X aria-hidden size={20} />
            </IconButton>
          </Dialog.Close>
          <Sidebar onFollow={() => setIsOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
