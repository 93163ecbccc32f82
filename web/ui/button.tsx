import type { ComponentProps } from 'react'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'locked'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-accent-ink hover:opacity-90 forced-colors:forced-color-adjust-none',
  secondary: 'border border-control bg-surface text-text hover:bg-accent-soft',
  quiet: 'text-text hover:bg-accent-soft',
  locked: 'cursor-not-allowed border border-control bg-surface text-muted',
  danger: 'border border-weak bg-surface text-weak hover:bg-weak hover:text-surface',
}

/** Also for links that look like buttons. */
export const buttonLook = (look: Look = 'secondary') =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-base font-medium transition duration-150 disabled:cursor-not-allowed disabled:opacity-50 print:hidden ${LOOKS[look]}`

type Props = ComponentProps<'button'> & { look?: Look }

export function Button({ look = 'secondary', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${buttonLook(look)} ${className}`} {...rest} />
}

type IconProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

export function IconButton({ label, className = '', type = 'button', ...rest }: IconProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control text-text transition-colors duration-150 hover:bg-accent-soft disabled:opacity-50 ${className}`}
      {...rest}
    />
  )
}
