import { Check, Copy, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = ComponentProps<typeof Button> & { label: string; isCopied: boolean; hasIcon?: boolean }

/** Says 'Copied!' for as long as that is news, without changing its width. */
export function CopyButton({ label, isCopied, hasIcon = true, ...rest }: Props) {
  return (
    <Button {...rest}>
      <span className="grid *:[grid-area:1/1]">
        <Face Icon={hasIcon && Copy} text={label} isShown={!isCopied} />
        <Face Icon={hasIcon && Check} text="Copied!" isShown={isCopied} />
      </span>
    </Button>
  )
}

function Face({ Icon, text, isShown }: { Icon: LucideIcon | false; text: string; isShown: boolean }) {
  return (
    <span className={`inline-flex items-center justify-center gap-2 ${isShown ? '' : 'invisible'}`}>
      {Icon && <Icon aria-hidden size={18} />}
      {text}
    </span>
  )
}

/** Tells those who can't see the button that it worked. */
export function CopyStatus({ isCopied }: { isCopied: boolean }) {
  return (
    <span role="status" className="sr-only">
      {isCopied ? 'Copied' : ''}
    </span>
  )
}
