import { Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Permission } from '#domain/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { DisabledReason } from './disabled-reason.tsx'
import { readDenialReason } from './permissions.ts'

type Props = ComponentProps<typeof Button> & { permission: Permission }

/** Stays focusable without the permission, and gives the reason. */
export function GuardedButton({ permission, ...button }: Props) {
  const reason = readDenialReason(permission)
  return reason === null ? <Button {...button} /> : <LockedButton {...button} reason={reason} />
}

export function LockedButton({
  reason,
  className = '',
  children,
  onClick: _,
  disabled: _disabled,
  ...button
}: ComponentProps<typeof Button> & { reason: string }) {
  return (
    <DisabledReason reason={reason}>
      {(describedBy) => (
        <Button
          {...button}
          type="button"
          look="locked"
          aria-disabled
          aria-describedby={describedBy}
          className={`${className} [&>svg+svg]:hidden`}
        >
          <Lock aria-hidden size={16} />
          {children}
        </Button>
      )}
    </DisabledReason>
  )
}
