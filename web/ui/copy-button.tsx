import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { COPIED_ATTRIBUTE, COPIED_STATUS, COPIED_TEXT } from './copied-state.ts'

type Props = ComponentProps<typeof Button> & { label: string; isCopied: boolean; hasIcon?: boolean }

const CONTENT = 'inline-flex items-center justify-center gap-2'

/** Shows 'Copied!' briefly, at constant width. */
export function CopyButton({ label, isCopied, hasIcon = true, className = '', ...rest }: Props) {
  return (
    <Button
      {...rest}
      {...{ [COPIED_ATTRIBUTE]: isCopied ? '' : undefined }}
      className={`group/copy ${className}`}
    >
      <span className="grid *:[grid-area:1/1]">
        <span className={`${CONTENT} group-data-copied/copy:invisible`}>
          {hasIcon && <Copy aria-hidden size={18} />}
          {label}
        </span>
        <span className={`${CONTENT} invisible group-data-copied/copy:visible`}>
          {hasIcon && <Check aria-hidden size={18} />}
          <span
            data-text={COPIED_TEXT}
            className="grid before:invisible before:h-0 before:content-[attr(data-text)]"
          >
            {isCopied ? COPIED_TEXT : ''}
          </span>
        </span>
      </span>
    </Button>
  )
}

type StatusProps = ComponentProps<'span'> & { isCopied: boolean }

export function CopyStatus({ isCopied, ...rest }: StatusProps) {
  return (
    <span {...rest} role="status" className="sr-only">
      {isCopied ? COPIED_STATUS : ''}
    </span>
  )
}
