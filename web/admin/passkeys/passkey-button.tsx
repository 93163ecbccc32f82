import { KeyRound } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { canHavePasskeys } from './webauthn.ts'

type Props = { label: string; isBusy: boolean; onPress: () => void; className?: string }

/** Renders nothing in browsers without passkeys. */
export function PasskeyButton({ label, isBusy, onPress, className = '' }: Props) {
  if (!canHavePasskeys()) return null
  return (
    <Button className={className} disabled={isBusy} onClick={onPress}>
      <KeyRound aria-hidden size={18} />
      {label}
    </Button>
  )
}
