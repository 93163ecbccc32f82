import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { NavLink } from 'react-router'
import { moveFocus } from '#web/lib/arrow-keys.ts'
import { useTypeAhead } from '#web/lib/type-ahead.ts'
import { useHoverMenu } from './hover-menu.ts'
import { type NavigationLink, useNavigation } from './navigation.ts'

/** Menus for large screens: open on hover, click and keyboard. */
export function MainNavigation() {
  const { openMenu, toggle, close, hoverProps } = useHoverMenu()
  const root = useRef<HTMLElement>(null)
  const navigation = useNavigation()

  const closeAndReturn = useEffectEvent(() => {
    const button = root.current?.querySelector<HTMLElement>('[aria-expanded=true]')
    if (button?.nextElementSibling?.contains(document.activeElement)) button.focus()
    close()
  })
  const closeOnPressElsewhere = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !root.current?.contains(target)) close()
  })
  useEffect(() => {
    if (openMenu === '') return
    const listeners = new AbortController()
    const { signal } = listeners
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') closeAndReturn()
    }
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('pointerdown', (event) => closeOnPressElsewhere(event), { signal })
    return () => listeners.abort()
  }, [openMenu])

  const closeOnFocusElsewhere = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close()
  }

  return (
    <nav
      ref={root}
      aria-label="Main"
      className="hidden min-w-[20.65rem] lg:block noscript:hidden"
      onBlur={closeOnFocusElsewhere}
    >
      <ul className="flex gap-1">
        {navigation.map(({ label, links }) => (
          <li key={label} className="relative" {...hoverProps(label)}>
            <Menu
              label={label}
              links={links}
              isOpen={label === openMenu}
              onToggle={() => toggle(label)}
              onClose={close}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type MenuProps = {
  label: string
  links: NavigationLink[]
  isOpen: boolean
  onToggle: () => void
  onClose: () => void
}

function Menu({ label, links, isOpen, onToggle, onClose }: MenuProps) {
  const id = useId()
  const pane = useRef<HTMLUListElement>(null)
  const typeAhead = useTypeAhead()

  const moveAmongButtons = (event: KeyboardEvent<HTMLElement>) => {
    if (isOpen && event.key === 'ArrowDown') {
      event.preventDefault()
      pane.current?.querySelector('a')?.focus()
    } else {
      const buttons = event.currentTarget.closest('nav')?.querySelectorAll('button') ?? []
      moveFocus(event, [...buttons])
    }
  }
  const moveAmongLinks = (event: KeyboardEvent<HTMLElement>) => {
    if (!moveFocus(event, [...event.currentTarget.querySelectorAll('a')])) typeAhead(event)
  }

  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        onKeyDown={moveAmongButtons}
        className="group flex min-h-11 items-center gap-1.5 rounded-control px-3 font-medium hover:bg-accent-soft aria-expanded:bg-accent-soft"
      >
        {label}
        <ChevronDown
          aria-hidden
          size={16}
          className="text-muted transition-transform duration-150 group-aria-expanded:rotate-180"
        />
      </button>
      {isOpen && (
        // Touches its button, so that the pointer can reach it.
        <div id={id} className="absolute top-full right-0 w-80 animate-pop-in pt-3.5">
          <ul
            ref={pane}
            onKeyDown={moveAmongLinks}
            className="rounded-card border border-control bg-surface p-2"
          >
            {links.map(({ to, label, about, reloadDocument }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  reloadDocument={reloadDocument}
                  end
                  onClick={onClose}
                  className="block rounded-control px-3 py-2 hover:bg-accent-soft aria-[current=page]:bg-accent-soft"
                >
                  <span className="block font-medium">{label}</span>
                  <span className="line-clamp-2 text-muted text-sm">{about}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
