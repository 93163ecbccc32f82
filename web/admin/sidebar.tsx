import { ExternalLink, Lock } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useAdminQuery } from './client.ts'
import { NAVIGATION, type NavigationGroup, type NavigationItem } from './navigation.ts'
import { readDenialReason } from './permissions.ts'

export function Sidebar({ onFollow }: { onFollow?: () => void }) {
  const { origin } = usePage()
  return (
    <nav aria-label="Admin" className="flex min-h-full flex-col gap-4">
      <p className="flex items-center gap-2.5 px-3 pt-3">
        <Brand size={24} />
      </p>
      {NAVIGATION.map((group) => (
        <Group key={group.label} group={group} onFollow={onFollow} />
      ))}
      <div className="mt-auto space-y-1">
        <a href={`${origin}/`} target="_blank" rel="noopener" className={entryLook(false)}>
          <ExternalLink aria-hidden size={18} className="text-muted" />
          View Website <span className="sr-only">(opens in a new tab)</span>
        </a>
        <AccountMenu />
      </div>
    </nav>
  )
}

type GroupProps = { group: NavigationGroup; onFollow: (() => void) | undefined }

function Group({ group: { label, items }, onFollow }: GroupProps) {
  const id = useId()
  return (
    <div>
      {label && (
        <p id={id} className="px-3 pb-1 text-muted text-sm">
          {label}
        </p>
      )}
      <ul className="space-y-0.5" {...(label ? { 'aria-labelledby': id } : {})}>
        {items.map((item) => (
          <li key={item.to}>
            <Entry item={item} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const entryLook = (isHere: boolean) =>
  `flex min-h-10 w-full items-center gap-3 whitespace-nowrap rounded-control px-3 text-left text-sm hover:bg-accent-soft [&>svg]:shrink-0 ${
    isHere ? 'bg-accent-soft font-semibold text-accent' : 'font-medium'
  }`

function Entry({ item, onFollow }: { item: NavigationItem; onFollow: (() => void) | undefined }) {
  const { to, label, Icon, hasBadge, permission = 'read' } = item
  const { pathname, search } = useLocation()
  const reason = readDenialReason(permission)
  if (reason !== null) return <LockedEntry item={item} reason={reason} />
  const tab = new URLSearchParams(search).get('tab')
  const isHere = to === (tab ? `${pathname}?tab=${tab}` : pathname)
  return (
    <Link to={to} onClick={onFollow} aria-current={isHere ? 'page' : undefined} className={entryLook(isHere)}>
      <Icon aria-hidden size={18} className={isHere ? '' : 'text-muted'} />
      {label}
      {hasBadge && <NewContactsBadge />}
    </Link>
  )
}

/** Visible and focusable, with the reason why it is locked. */
function LockedEntry({ item: { label, Icon }, reason }: { item: NavigationItem; reason: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: HTML marks a disabled link by omitting href
    <a
      role="link"
      aria-disabled
      tabIndex={0}
      className="flex min-h-10 cursor-not-allowed items-center gap-3 rounded-control px-3 py-1 font-medium text-muted text-sm"
    >
      <Icon aria-hidden size={18} />
      <span className="leading-tight">
        {label}
        <span className="block font-normal">{reason}</span>
      </span>
      <Lock aria-hidden size={14} className="ml-auto" />
    </a>
  )
}

function NewContactsBadge() {
  const { data } = useAdminQuery('/api/admin/dashboard')
  if (!data?.newContacts) return null
  return (
    <span className="ml-auto rounded-full bg-weak px-2 font-semibold text-surface tabular-nums forced-colors:text-accent-ink forced-colors:forced-color-adjust-none">
      {data.newContacts}
      <span className="sr-only"> new</span>
    </span>
  )
}
