import type { ComponentProps, ReactNode } from 'react'

type Props = {
  name?: string
  label: string
  /** Shown muted after the label; part of the accessible name. */
  sample?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function SwitchRow({ name, label, sample, isOn, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the switch
    <label className="flex min-h-10 lg:min-h-11 cursor-pointer items-center gap-2.5">
      <span className="wrap-anywhere flex min-w-0 flex-wrap items-center gap-x-2.5">
        <span>{label}</span>
        {sample && <span className="font-mono text-muted text-sm max-[17rem]:sr-only">{sample}</span>}
      </span>
      <Switch
        name={name}
        className="ml-auto"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'>

/** The caller provides the accessible name. */
export function Switch({ className = '', ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its state natively
      role="switch"
      className={`relative h-6 w-10.5 shrink-0 cursor-pointer appearance-none rounded-full bg-control transition-opacity duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-4.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${className}`}
    />
  )
}
