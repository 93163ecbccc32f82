import { Menu, Moon, Sun } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '#web/lib/lazy-component.ts'
import { useTheme } from '#web/lib/theme.tsx'
import { THEME_SWITCH, themeSwitchLabel } from '#web/lib/theme-choice.ts'
import { Brand } from '#web/ui/brand.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { MainNavigation } from './main-navigation.tsx'

const loadSideMenu = () => import('./side-menu.tsx')
const SideMenu = lazyPart(async () => (await loadSideMenu()).SideMenu)

export function SiteHeader() {
  const { pathname } = useLocation()
  return (
    // Not sticky on very low or zoomed screens.
    <header className="sticky top-0 z-30 border-border border-b bg-bg [@media(max-height:24rem)]:static print:static">
      {/* Fixed sizes prevent layout shifts. */}
      <div className="column @container flex h-16 items-center gap-2 lg:grid lg:grid-cols-[1fr_auto_2.125rem] noscript:flex">
        <SideMenuButton />
        <Link to="/" className="flex min-h-11 items-center gap-2.5 justify-self-start rounded-control pr-2">
          <Brand className="text-lg @max-[14.5rem]:sr-only" />
        </Link>
        <MainNavigation key={pathname} />
        <ThemeToggle />
        <a href="/sitemap" className="link ml-auto hidden min-h-11 items-center noscript:flex">
          All pages
        </a>
      </div>
    </header>
  )
}

function SideMenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      <IconButton
        ref={button}
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="-ml-2.5 lg:hidden noscript:hidden"
        onClick={open}
        onPointerEnter={loadSideMenu}
        onFocus={loadSideMenu}
      >
        <Menu aria-hidden size={22} />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <SideMenu id={id} isOpen={isOpen} onOpenChange={setIsOpen} opener={button} />
        </Suspense>
      )}
    </>
  )
}

function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const label = themeSwitchLabel(theme)
  return (
    <Tooltip text={label} className="-mr-2.5 ml-auto lg:ml-0 noscript:hidden">
      <IconButton label={label} {...{ [THEME_SWITCH]: '' }} onClick={toggleTheme}>
        {/* Chosen by CSS, because the server doesn't know the theme. */}
        <Moon aria-hidden size={20} className="in-data-[theme=dark]:hidden" />
        <Sun aria-hidden size={20} className="in-data-[theme=dark]:block hidden" />
      </IconButton>
    </Tooltip>
  )
}
