import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'look' | 'className'> & { label: string; icon: LucideIcon }

/** Only its icon shows on small screens. */
export function FooterButton({ label, icon: Icon, ...rest }: Props) {
  return (
    <Button look="quiet" title={label} className="min-h-10 px-2.5 py-1 font-normal text-sm sm:px-3" {...rest}>
      <Icon aria-hidden size={18} />
      <span className="max-md:sr-only">{label}</span>
    </Button>
  )
}
