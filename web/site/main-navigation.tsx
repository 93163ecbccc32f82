import { ChevronDown } from 'lucide-react'
import { NavigationMenu } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { useTypeAhead } from '#web/lib/type-ahead.ts'
import { useHoverMenu } from './hover-menu.ts'
import { type NavigationLink, useNavigation } from './navigation.ts'

/** The three menus of large screens: they open by hovering, by a click and by keyboard. */
export function MainNavigation() {
  const { openMenu, setOpenMenu, hoverProps, keepOpen } = useHoverMenu()
  const root = useRef<HTMLElement>(null)
  const navigation = useNavigation()

  // Radix puts a hidden stop for the Tab key beside an open menu, for menus that stand elsewhere in the document. Ours
  // follow their button, and a stop that screen readers can't name would only be in the way.
  useEffect(() => {
    if (openMenu === '') return
    root.current?.querySelector('[aria-hidden][tabindex="0"]')?.setAttribute('tabindex', '-1')
  }, [openMenu])

  return (
    <NavigationMenu.Root
      ref={root}
      // Hovering is ours, as Radix closes a menu sooner than the pointer's window of grace.
      activationMode="manual"
      value={openMenu}
      onValueChange={setOpenMenu}
      aria-label="Main"
      className="hidden min-w-[20.65rem] lg:block noscript:hidden"
    >
      <NavigationMenu.List className="flex gap-1">
        {navigation.map(({ label, links }) => (
          <NavigationMenu.Item key={label} value={label} className="relative" {...hoverProps(label)}>
            <NavigationMenu.Trigger
              onClick={keepOpen}
              className="group flex min-h-11 items-center gap-1.5 rounded-control px-3 font-medium hover:bg-accent-soft data-[state=open]:bg-accent-soft"
            >
              {label}
              <ChevronDown
                aria-hidden
                size={16}
                className="text-muted transition-transform duration-150 group-data-[state=open]:rotate-180"
              />
            </NavigationMenu.Trigger>
            <MenuPane links={links} />
          </NavigationMenu.Item>
        ))}
      </NavigationMenu.List>
    </NavigationMenu.Root>
  )
}

function MenuPane({ links }: { links: NavigationLink[] }) {
  const onKeyDown = useTypeAhead()
  return (
    <NavigationMenu.Content
      onKeyDown={onKeyDown}
      className="absolute top-full right-0 w-80 pt-3.5 data-[state=open]:animate-pop-in"
    >
      <ul className="rounded-card border border-control bg-surface p-2">
        {links.map(({ to, label, about, reloadDocument }) => (
          <li key={to}>
            <NavigationMenu.Link asChild>
              <NavLink
                to={to}
                reloadDocument={reloadDocument}
                end
                className="block rounded-control px-3 py-2 hover:bg-accent-soft aria-[current=page]:bg-accent-soft"
              >
                <span className="block font-medium">{label}</span>
                <span className="line-clamp-2 text-muted text-sm">{about}</span>
              </NavLink>
            </NavigationMenu.Link>
          </li>
        ))}
      </ul>
    </NavigationMenu.Content>
  )
}
