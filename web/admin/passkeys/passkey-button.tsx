import { KeyRound } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { canHavePasskeys } from './browser.ts'

type Props = { label: string; isBusy: boolean; onPress: () => void; className?: string }

/** Uses a passkey; nothing in browsers that can't have any. */
export function PasskeyButton({ label, isBusy, onPress, className = '' }: Props) {
  if (!canHavePasskeys()) return null
  return (
    <Button className={className} disabled={isBusy} onClick={onPress}>
      <KeyRound aria-hidden size={18} />
      {label}
    </Button>
  )
}
