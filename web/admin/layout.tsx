import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { NewBrowserNotice } from './account/new-browser-notice.tsx'
import { SecondStepNotice } from './account/second-step-notice.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { StatusLine } from './status-line.tsx'

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
  const { siteName, isDemo } = usePage()
  useNamedSection()
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
        className={`sticky top-0 hidden overflow-y-auto border-border border-r bg-surface p-3 lg:block ${isDemo ? DEMO_HEIGHT : 'h-dvh'}`}
      >
        <Sidebar />
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-16 items-center gap-2 border-border border-b bg-bg px-4 lg:px-8">
          <SidebarSheet />
          <PaletteButton />
          <p className="ml-auto truncate text-muted text-sm">{today}</p>
          <ThemeToggle />
        </header>
        <NewBrowserNotice />
        <SecondStepNotice />
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

/** What the band of a demo leaves of the window. */
const DEMO_HEIGHT = 'h-[calc(100dvh-2.125rem)]'

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
    <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none max-md:w-full">
      {title}
    </h1>
  )
}

/** Brings the part of the page into sight that the address names. */
function useNamedSection(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
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
