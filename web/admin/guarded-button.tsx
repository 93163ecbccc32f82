import { Lock } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { type Permission, reasonAgainst } from '#domain/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { readUser } from './session.ts'

/** Why the signed-in user may not do something; null when they may. Without a known role the server decides. */
export function useReasonAgainst(permission: Permission): string | null {
  const { role } = readUser()
  return role ? reasonAgainst(role, permission) : null
}

type Props = ComponentProps<typeof Button> & { permission: Permission }

/** A button that stays in reach of everyone, and says why where the role of the user does not allow it. */
export function GuardedButton({ permission, ...button }: Props) {
  const reason = useReasonAgainst(permission)
  return reason === null ? <Button {...button} /> : <LockedButton {...button} reason={reason} />
}

export function LockedButton({
  reason,
  children,
  onClick: _,
  ...button
}: ComponentProps<typeof Button> & { reason: string }) {
  const id = useId()
  return (
    <Tooltip text={reason} opensOnPress>
      <Button {...button} type="button" look="locked" aria-disabled aria-describedby={id}>
        <Lock aria-hidden size={16} />
        {children}
      </Button>
      <span id={id} hidden>
        {reason}
      </span>
    </Tooltip>
  )
}
