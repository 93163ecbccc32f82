import type { CustomPageLink } from '#domain/site.ts'
import { usePage } from '#web/lib/page.tsx'

export type NavigationLink = {
  to: string
  label: string
  about: string
  /** Whether it is a separate document on the server. */
  reloadDocument?: boolean
}

type Menu = { label: string; links: NavigationLink[] }

const MENUS: Menu[] = [
  {
    label: 'Tools',
    links: [
      { to: '/', label: 'Password generator', about: 'A strong random password in one click' },
      { to: '/password-checker', label: 'Password checker', about: 'See how strong a password is' },
    ],
  },
  {
    label: 'Resources',
    links: [
      { to: '/security-tips', label: 'Security tips', about: 'What makes accounts safe today' },
      { to: '/blog', label: 'Blog', about: 'Notes on passwords and privacy' },
    ],
  },
  {
    label: 'Support',
    links: [
      { to: '/contact', label: 'Contact', about: 'Answers, help, and a contact form' },
      { to: '/sitemap', label: 'Sitemap', about: 'Every page at a glance' },
    ],
  },
]

/** The menu that contains the operator's pages. */
const OWN_MENU = 'Support'

/** The header's menus, also used by footer and side menu. */
export function useNavigation(): Menu[] {
  const own = useOwnLinks('header')
  return own.length === 0
    ? MENUS
    : MENUS.map((menu) => (menu.label === OWN_MENU ? { ...menu, links: [...menu.links, ...own] } : menu))
}

/** The operator's pages for one navigation slot. */
export function useOwnLinks(place: CustomPageLink['nav']): NavigationLink[] {
  const { pages = [] } = usePage().brand ?? {}
  return pages
    .filter(({ nav }) => nav === place)
    .map(({ path, title, about }) => ({ to: path, label: title, about, reloadDocument: true }))
}
