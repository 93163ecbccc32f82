import { Ellipsis } from 'lucide-react'
import { DropdownMenu as Menu } from 'radix-ui'
import { useRef, useState } from 'react'
import type { Action } from './types.ts'

const ITEM =
  'flex min-h-9 items-center justify-between gap-6 rounded-lg px-3 text-sm outline-none data-[highlighted]:bg-accent-soft max-sm:min-h-11'

type Props = {
  label: string
  /** Called while the menu is open. */
  readActions: () => Action[]
  tabIndex?: number
  size?: string
}

/** The '⋯' menu of a row. Disabled actions stay readable, with the reason. */
export function RowMenu({
  label,
  readActions,
  tabIndex,
  size = 'size-8 max-sm:-my-1.5 max-sm:size-11',
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  // Runs after the button has regained focus, so that a dialog returns focus to it.
  const chosen = useRef<(() => void) | undefined>(undefined)
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Menu.Trigger
        ref={trigger}
        aria-label={label}
        title="More actions"
        tabIndex={tabIndex}
        className={`inline-flex ${size} shrink-0 items-center justify-center rounded-lg text-muted hover:bg-accent-soft hover:text-text aria-expanded:bg-accent-soft`}
      >
        <Ellipsis aria-hidden size={18} />
      </Menu.Trigger>
      {isOpen && (
        // Into the dialog or main, the landmark around it.
        <Menu.Portal container={trigger.current?.closest('main, [role=dialog]') ?? null}>
          <Menu.Content
            aria-label={label}
            align="end"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              trigger.current?.focus()
              chosen.current?.()
              chosen.current = undefined
            }}
            className="z-50 min-w-48 rounded-control border border-border bg-surface p-1 shadow-lg data-[state=open]:animate-fade-in"
          >
            {readActions().map((action) => (
              <MenuItem
                key={action.label}
                action={action}
                onChoose={() => {
                  chosen.current = action.onSelect
                }}
              />
            ))}
          </Menu.Content>
        </Menu.Portal>
      )}
    </Menu.Root>
  )
}

function MenuItem({ action, onChoose }: { action: Action; onChoose: () => void }) {
  const { label, href, isExternal, isDangerous, disabledReason } = action
  if (disabledReason) {
    return (
      <Menu.Item aria-disabled onSelect={(event) => event.preventDefault()} className={`${ITEM} text-muted`}>
        {label} <span>{disabledReason}</span>
      </Menu.Item>
    )
  }
  if (href !== undefined) {
    return (
      <Menu.Item asChild onSelect={onChoose} className={ITEM}>
        <a href={href} {...(isExternal ? { target: '_blank', rel: 'noopener' } : {})}>
          {label}
          {isExternal && <span className="sr-only"> (opens in a new tab)</span>}
        </a>
      </Menu.Item>
    )
  }
  return (
    <Menu.Item
      onSelect={onChoose}
      className={`${ITEM} cursor-pointer ${isDangerous ? 'data-[highlighted]:text-weak' : ''}`}
    >
      {label}
    </Menu.Item>
  )
}
