import { useNavigate } from 'react-router'
import { NAVIGATION } from '#web/admin/navigation.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { isShortcutEnabled, useShortcuts, useSingleKeys } from '#web/admin/shortcuts.ts'
import { useSignOut } from '#web/admin/sign-out.tsx'
import { usePage } from '#web/lib/page.tsx'
import { useTheme } from '#web/lib/theme.tsx'
import { themeSwitchLabel } from '#web/lib/theme-choice.ts'
import { type Item, type ItemGroup, matchItems } from './match-items.ts'

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

/** What people call the palette's entries, by their ids. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  '/admin/dashboard': 'home overview start',
  '/admin/dashboard?tab=contacts': 'messages inbox mail email submissions enquiries replies',
  '/admin/dashboard?tab=metrics':
    'statistics stats analytics visitors visits traffic views charts csv export',
  '/admin/blog': 'posts articles drafts pages images publish writing',
  '/admin/redirects': 'former old addresses permalinks 301 moved import',
  '/admin/website-analyzer': 'seo competitors crawler sites keywords',
  '/admin/dashboard?tab=users':
    'accounts people team roles permissions administrators moderators password reset',
  '/admin/settings': 'configuration options preferences setup',
  '/admin/settings#keywords-title': 'csv upload import semrush ahrefs seo',
  '/admin/settings#prompts-title': 'system prompts instructions',
  '/admin/settings#provider-title': 'openai chatgpt gpt llm ollama model api key',
  '/admin/settings#notices-title': 'smtp email mail notifications alerts messages',
  '/admin/settings#second-step-title': '2fa mfa totp two-factor required',
  '/admin/settings#configuration-title': 'environment variables flags options smtp port',
  '/admin/dashboard?tab=audit': 'history activity events security changes',
  '/admin/dashboard?tab=backups': 'restore recovery snapshots database download export s3',
  account:
    'profile me tokens api key 2fa mfa totp two-factor second step authenticator passkeys webauthn recovery codes sessions devices password change',
  theme: 'dark light mode night appearance colors',
  website: 'site public home visit',
  logout: 'sign out log exit',
}
