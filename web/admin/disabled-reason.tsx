import { type ReactNode, useId } from 'react'
import { Tooltip } from '#web/ui/tooltip.tsx'

type Props = {
  reason: string
  /** The control must not be `disabled`, and must use this id as `aria-describedby`. */
  children: (describedBy: string) => ReactNode
}

/** Shows why a control can't be used: on hover, focus and press, and to screen readers. */
export function DisabledReason({ reason, children }: Props) {
  const id = useId()
  return (
    <Tooltip text={reason} opensOnPress className="shrink-0">
      {children(id)}
      <span id={id} hidden>
        {reason}
      </span>
    </Tooltip>
  )
}
