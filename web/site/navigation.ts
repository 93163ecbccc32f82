import type { OwnPageLink } from '#domain/site.ts'
import { usePage } from '#web/lib/page.tsx'

export type NavigationLink = {
  to: string
  label: string
  about: string
  /** Whether it is a document of its own, which comes from the server. */
  reloadDocument?: boolean
}

type Menu = { label: string; links: NavigationLink[] }

const MENUS: Menu[] = [
  {
    label: 'Tools',
    links: [
      { to: '/', label: 'Password Generator', about: 'A strong random password in one click' },
      { to: '/password-checker', label: 'Password Checker', about: 'See how strong a password is' },
    ],
  },
  {
    label: 'Resources',
    links: [
      { to: '/security-tips', label: 'Security Tips', about: 'What makes accounts safe today' },
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

/** The menu that the operator's own pages join. */
const OWN_MENU = 'Support'

/** The three menus of the header; footer and side menu repeat them. */
export function useNavigation(): Menu[] {
  const own = useOwnLinks('header')
  return own.length === 0
    ? MENUS
    : MENUS.map((menu) => (menu.label === OWN_MENU ? { ...menu, links: [...menu.links, ...own] } : menu))
}

/** Links to the operator's own pages in one place of the navigation. */
export function useOwnLinks(place: OwnPageLink['nav']): NavigationLink[] {
  const { pages = [] } = usePage().brand ?? {}
  return pages
    .filter(({ nav }) => nav === place)
    .map(({ path, title, about }) => ({ to: path, label: title, about, reloadDocument: true }))
}
