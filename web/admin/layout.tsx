import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { NewBrowserNotice } from './account/new-browser-notice.tsx'
import { SecondStepNotice } from './account/second-step-notice.tsx'
import { UnconfirmedSetupNotice } from './account/unconfirmed-setup-notice.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { StatusLine } from './status-line.tsx'

/** Sidebar and header. Not remounted when the page changes, so that open menus stay open. */
export function AdminFrame({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const { isDemo } = usePage()
  const today = new Date().toLocaleDateString(undefined, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  })
  return (
    <div className={isHidden ? '' : 'lg:grid lg:grid-cols-[15rem_1fr]'}>
      {!isHidden && (
        <aside aria-label="Admin menu" className="hidden border-border border-r bg-surface lg:block">
          <div className={`sticky top-0 overflow-y-auto p-3 ${isDemo ? DEMO_HEIGHT : 'h-dvh'}`}>
            <Sidebar />
          </div>
        </aside>
      )}
      <div className="min-w-0">
        {!isHidden && (
          <>
            <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-border border-b bg-bg px-4 lg:px-8">
              <SidebarSheet />
              <PaletteButton />
              <p className="ml-auto truncate text-muted text-sm">{today}</p>
              <ThemeToggle />
            </header>
            <UnconfirmedSetupNotice />
            <NewBrowserNotice />
            <SecondStepNotice />
          </>
        )}
        {children}
        {!isHidden && <StatusLine />}
      </div>
    </div>
  )
}

type LayoutProps = { title: string; actions?: ReactNode; children: ReactNode }

export function AdminLayout({ title, actions, children }: LayoutProps) {
  const { siteName } = usePage()
  return (
    <main tabIndex={-1} className="mx-auto max-w-400 px-4 py-6 outline-none lg:px-8">
      <title>{`${title} | ${siteName}`}</title>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <PageHeading title={title} />
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </main>
  )
}

/** Window height minus the demo banner, which scrolls away. */
const DEMO_HEIGHT = 'h-[calc(100dvh-2.125rem)]'

/** Focused on navigation, so that screen readers announce the page, unless a menu or a field has the focus. */
function PageHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isFirst = key === FIRST_KEY
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the page
  useLayoutEffect(() => {
    const { activeElement, body } = document
    const isFree = activeElement === body || activeElement?.matches('[aria-current="page"]')
    if (!isFirst && isFree) heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none max-md:w-full">
      {title}
    </h1>
  )
}

/** The router's location key of the page the document was loaded with. */
const FIRST_KEY = 'default'

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
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/50 data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-3/4 max-w-sm overflow-y-auto border-border border-r bg-surface p-3 data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label="Close menu" data-closes-dialog className="absolute top-3 right-3">
              <X aria-hidden size={20} />
            </IconButton>
          </Dialog.Close>
          <Sidebar onFollow={() => setIsOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
