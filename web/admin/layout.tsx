import { Menu } from 'lucide-react'
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { usePage } from '#web/lib/page.tsx'
import { usePrefetch } from '#web/lib/use-prefetch.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { NewBrowserNotice, SecondStepNotice, UnconfirmedSetupNotice } from './account/account-notices.tsx'
import { PaletteButton } from './palette/palette-provider.tsx'
import { Sidebar } from './sidebar.tsx'
import { StatusLine } from './status-line.tsx'

const SidebarSheet = lazyPage(async () => (await import('./sidebar-sheet.tsx')).SidebarSheet)

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
              <SidebarButton />
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

/** The menu of narrow windows. Stays rendered once it was open, for its closing animation. */
function SidebarButton() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const id = useId()
  usePrefetch(SidebarSheet.preload)
  return (
    <>
      <IconButton
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(true)}
        className="-ml-2.5 lg:hidden"
      >
        <Menu aria-hidden size={22} />
      </IconButton>
      <Suspense>{isOpen !== null && <SidebarSheet id={id} isOpen={isOpen} onChange={setIsOpen} />}</Suspense>
    </>
  )
}
