import { DisabledReason } from '#web/admin/disabled-reason.tsx'
import type { Action } from './types.ts'

const LOOK =
  'inline-flex min-h-8 items-center whitespace-nowrap rounded-lg border border-control bg-surface px-3 font-medium text-sm transition-colors duration-150 max-sm:min-h-11'
const USABLE = 'hover:bg-accent-soft'
/** Colored only on hover or focus. */
const DANGEROUS = 'hover:border-weak hover:text-weak focus-visible:border-weak focus-visible:text-weak'

type Props = {
  action: Action
  /** The target, for the accessible name: 'Edit ada'. */
  subject?: string
  tabIndex?: number
}

/** A small button or link of a list. Stays focusable when disabled, with the reason. */
export function ActionButton({ action, subject, tabIndex }: Props) {
  const { label, href, isExternal, isDangerous, disabledReason, onSelect } = action
  const name = subject === undefined ? undefined : `${label} ${subject}`
  if (disabledReason) {
    return (
      <DisabledReason reason={disabledReason}>
        {(describedBy) => (
          <button
            type="button"
            aria-disabled
            aria-label={name}
            aria-describedby={describedBy}
            tabIndex={tabIndex}
            className={`${LOOK} cursor-not-allowed! border-border text-muted`}
          >
            {label}
          </button>
        )}
      </DisabledReason>
    )
  }
  if (href !== undefined) {
    return (
      <a
        href={href}
        aria-label={name && (isExternal ? `${name} (opens in a new tab)` : name)}
        tabIndex={tabIndex}
        onClick={onSelect}
        {...(isExternal ? { target: '_blank', rel: 'noopener' } : {})}
        className={`${LOOK} ${USABLE}`}
      >
        {label}
      </a>
    )
  }
  return (
    <button
      type="button"
      aria-label={name}
      tabIndex={tabIndex}
      onClick={onSelect}
      className={`${LOOK} ${isDangerous ? DANGEROUS : USABLE}`}
    >
      {label}
    </button>
  )
}
