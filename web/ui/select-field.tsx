import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

export type Option<Value extends string = string> = { value: Value; label: string }

type Props<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  options: readonly Option<Value>[]
  /** The text shown while nothing is chosen. */
  placeholder?: string
  value: Value | ''
  onChange: (value: Value) => void
}

export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, hint, error, required = false, options, placeholder, onChange, ...select } = props
  return (
    <Field label={label} hint={hint} error={error} isRequired={required}>
      {(control) => (
        <select
          {...select}
          {...control}
          aria-required={required || undefined}
          onChange={({ target }) => {
            const chosen = options.find(({ value }) => value === target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): Option<Value>[] => values.map((value) => ({ value, label: labels[value] }))
