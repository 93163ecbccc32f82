import { useNavigate } from 'react-router'
import { refusalOf } from '#web/admin/permissions.ts'
import { PLACE_GROUPS } from '#web/admin/places.ts'
import { useShortcuts } from '#web/admin/shortcuts.ts'
import { useSignOut } from '#web/admin/sign-out.tsx'
import { usePage } from '#web/lib/page.tsx'
import { useTheme } from '#web/lib/theme.tsx'
import { themeSwitchLabel } from '#web/lib/theme-choice.ts'
import { type Item, type ItemGroup, matchItems } from './matching.ts'

/** The actions of the page, the places one may go to, and what works everywhere. */
export function useCommands(search: string): ItemGroup[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { origin } = usePage()
  const { theme, toggleTheme } = useTheme()
  const shortcuts = useShortcuts()

  const actions = shortcuts
    .filter(({ key }) => key !== 'mod+k')
    .map(({ key, label, run }): Item => {
      const event = new KeyboardEvent('keydown', key === null ? {} : { key })
      return { id: `action-${key ?? label}`, label, key, run: () => run(event) }
    })
  const places = PLACE_GROUPS.flatMap(({ places }) => places)
    .filter(({ permission = 'read' }) => refusalOf(permission) === null)
    .flatMap(({ to, label, sections = [] }): Item[] => [
      { id: to, label, run: () => navigate(to) },
      ...sections.map((section) => ({
        id: `${to}#${section.id}`,
        label: section.label,
        detail: label,
        run: () => navigate(`${to}#${section.id}`),
      })),
    ])
  const everywhere: Item[] = [
    { id: 'account', label: 'Your account', run: () => navigate('/admin/account') },
    { id: 'theme', label: themeSwitchLabel(theme), run: toggleTheme },
    { id: 'website', label: 'View Website', run: () => void window.open(`${origin}/`, '_blank', 'noopener') },
    { id: 'logout', label: 'Logout', run: signOut },
  ]
  return [
    { label: 'Actions', items: matchItems(actions, search) },
    { label: 'Go to', items: matchItems(places, search) },
    { label: 'General', items: matchItems(everywhere, search) },
  ]
}
