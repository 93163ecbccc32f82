import { ChevronDown, Menu, Moon, Sun } from 'lucide-react'
import { NavigationMenu } from 'radix-ui'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { useTheme } from '#web/lib/theme.tsx'
import { BrandMark } from '#web/ui/brand.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { type NavigationLink, navigation } from './navigation.ts'

const loadSideMenu = () => import('./side-menu.tsx')
const SideMenu = lazy(async () => ({ default: (await loadSideMenu()).SideMenu }))

const OPEN_DELAY_MS = 100

export function SiteHeader() {
  const { siteName } = usePage()
  return (
    <header className="sticky top-0 z-30 border-border border-b bg-bg">
      <div className="column flex h-16 items-center gap-2">
        <SideMenuButton />
        <Link to="/" className="flex min-h-11 items-center gap-2.5 rounded-control pr-2">
          <BrandMark />
          <span className="font-[650] text-lg tracking-tight">{siteName}</span>
        </Link>
        <MainNavigation />
        <ThemeToggle />
      </div>
    </header>
  )
}

function MainNavigation() {
  return (
    <NavigationMenu.Root
      delayDuration={OPEN_DELAY_MS}
      aria-label="Main"
      className="relative ml-auto hidden lg:block"
    >
      <NavigationMenu.List className="flex gap-1">
        {navigation.map(({ label, links }) => (
          <NavigationMenu.Item key={label} className="relative">
            <NavigationMenu.Trigger className="group flex min-h-11 items-center gap-1.5 rounded-control px-3 font-medium hover:bg-accent-soft data-[state=open]:bg-accent-soft">
              {label}
              <ChevronDown
                aria-hidden
                size={16}
                className="text-muted transition-transform duration-150 group-data-[state=open]:rotate-180"
              />
            </NavigationMenu.Trigger>
            <NavigationMenu.Content className="absolute top-full right-0 w-80 pt-2 data-[state=open]:animate-pop-in">
              <ul className="rounded-card border border-border bg-surface p-2 shadow-lg">
                {links.map((link) => (
                  <li key={link.to}>
                    <MenuLink link={link} />
                  </li>
                ))}
              </ul>
            </NavigationMenu.Content>
          </NavigationMenu.Item>
        ))}
      </NavigationMenu.List>
    </NavigationMenu.Root>
  )
}

function MenuLink({ link }: { link: NavigationLink }) {
  return (
    <NavigationMenu.Link asChild>
      <NavLink
        to={link.to}
        end
        className="block rounded-control px-3 py-2 hover:bg-accent-soft aria-[current=page]:bg-accent-soft"
      >
        <span className="block font-medium">{link.label}</span>
        <span className="block text-muted text-sm">{link.about}</span>
      </NavLink>
    </NavigationMenu.Link>
  )
}

function SideMenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const open = () => {
    setWasAsked(true)
    setIsOpen(true)
  }
  return (
    <>
      <IconButton
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-ml-2.5 lg:hidden"
        onClick={open}
        onPointerEnter={loadSideMenu}
        onFocus={loadSideMenu}
      >
        <Menu aria-hidden size={22} />
      </IconButton>
      {wasAsked && (
        <Suspense>
          <SideMenu isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}

function ThemeToggle() {
  const { theme, toggleTheme } = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Tooltip text={label}>
      <IconButton label={label} onClick={toggleTheme} className="-mr-2.5 ml-auto lg:ml-0">
        {theme === 'dark' ? <Sun aria-hidden size={20} /> : <Moon aria-hidden size={20} />}
      </IconButton>
    </Tooltip>
  )
}
