import { useNavigate } from 'react-router'
import { NAVIGATION } from '#web/admin/navigation.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { isShortcutEnabled, useShortcuts, useSingleKeys } from '#web/admin/shortcuts.ts'
import { useSignOut } from '#web/admin/sign-out.tsx'
import { usePage } from '#web/lib/page.tsx'
import { useTheme } from '#web/lib/theme.tsx'
import { themeSwitchLabel } from '#web/lib/theme-choice.ts'
import { type Item, type ItemGroup, matchItems } from './match-items.ts'
import { OTHER_NAMES } from './other-names.ts'

/** Page actions, pages and global actions. */
export function useCommands(search: string): ItemGroup[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { origin } = usePage()
  const { theme, toggleTheme } = useTheme()
  const shortcuts = useShortcuts()
  const hasSingleKeys = useSingleKeys()

  const actions = shortcuts
    .filter(({ key }) => key !== 'mod+k')
    .map((shortcut): Item => {
      const { label, run } = shortcut
      const key = isShortcutEnabled(hasSingleKeys, shortcut) ? shortcut.key : null
      const event = new KeyboardEvent('keydown', key === null ? {} : { key })
      return { id: `action-${key ?? label}`, label, key, run: () => run(event) }
    })
  const pages = NAVIGATION.flatMap(({ items }) => items)
    .filter(({ permission = 'read' }) => readDenialReason(permission) === null)
    .flatMap(({ to, label, sections = [] }): Item[] => [
      { id: to, label, run: () => navigate(to) },
      ...sections.map((section) => ({
        id: `${to}#${section.id}`,
        label: section.label,
        detail: label,
        run: () => navigate(`${to}#${section.id}`),
      })),
    ])
  const globalActions: Item[] = [
    { id: 'account', label: 'Your account', run: () => navigate('/admin/account') },
    { id: 'theme', label: themeSwitchLabel(theme), run: toggleTheme },
    { id: 'website', label: 'View Website', run: () => void window.open(`${origin}/`, '_blank', 'noopener') },
    { id: 'logout', label: 'Logout', run: signOut },
  ]
  const match = (items: Item[]) =>
    matchItems(
      items.map((item) => ({ ...item, otherNames: OTHER_NAMES[item.id] })),
      search,
    )
  return [
    { label: 'Actions', items: match(actions) },
    { label: 'Go to', items: match(pages) },
    { label: 'General', items: match(globalActions) },
  ]
}
