import { Lock } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import type { Permission } from '#domain/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { refusalOf } from './permissions.ts'

type Props = ComponentProps<typeof Button> & { permission: Permission }

/** A button that stays in reach of everyone, and says why where the role of the user does not allow it. */
export function GuardedButton({ permission, ...button }: Props) {
  const reason = refusalOf(permission)
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
  const id = useId()
  return (
    <Tooltip text={reason} opensOnPress>
      <Button
        {...button}
        type="button"
        look="locked"
        aria-disabled
        aria-describedby={id}
        className={`${className} [&>svg+svg]:hidden`}
      >
        <Lock aria-hidden size={16} />
        {children}
      </Button>
      <span id={id} hidden>
        {reason}
      </span>
    </Tooltip>
  )
}
