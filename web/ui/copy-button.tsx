import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { COPIED, COPIED_STATUS } from './copied-mark.ts'

type Props = ComponentProps<typeof Button> & { label: string; isCopied: boolean; hasIcon?: boolean }

const FACE = 'inline-flex items-center justify-center gap-2'

/** Says 'Copied!' for as long as that is news, without changing its width. */
export function CopyButton({ label, isCopied, hasIcon = true, className = '', ...rest }: Props) {
  return (
    <Button {...rest} {...{ [COPIED]: isCopied ? '' : undefined }} className={`group/copy ${className}`}>
      <span className="grid *:[grid-area:1/1]">
        <span className={`${FACE} group-data-copied/copy:invisible`}>
          {hasIcon && <Copy aria-hidden size={18} />}
          {label}
        </span>
        <span className={`${FACE} invisible group-data-copied/copy:visible`}>
          {hasIcon && <Check aria-hidden size={18} />}
          Copied!
        </span>
      </span>
    </Button>
  )
}

type StatusProps = ComponentProps<'span'> & { isCopied: boolean }

/** Tells those who can't see the button that it worked. */
export function CopyStatus({ isCopied, ...rest }: StatusProps) {
  return (
    <span {...rest} role="status" className="sr-only">
      {isCopied ? COPIED_STATUS : ''}
    </span>
  )
}
