import { type ComponentProps, type ReactNode, useId } from 'react'
import { GrowingTextArea } from './growing-text-area.tsx'

const CONTROL =
  'min-h-11 w-full rounded-control border bg-surface px-3 py-2 text-base placeholder:text-muted disabled:opacity-50'

export const controlLook = (hasError: boolean) => `${CONTROL} ${hasError ? 'border-weak' : 'border-control'}`

type FieldProps = {
  label: string
  isRequired?: boolean
  hint?: ReactNode
  error?: string | undefined
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean
    className: string
  }) => ReactNode
}

export function Field({ label, isRequired = false, hint, error, children }: FieldProps) {
  const id = useId()
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </label>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': error !== undefined,
        className: controlLook(error !== undefined),
      })}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-weak">
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children' | 'isRequired'> & ComponentProps<'input'>

export function TextField({
  label,
  hint,
  error,
  required = false,
  className = '',
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isRequired={required}>
      {(control) => (
        <input
          {...input}
          {...control}
          aria-required={required}
          className={`${control.className} ${className}`}
        />
      )}
    </Field>
  )
}

/** For names, addresses and passwords, which browsers must not correct. */
export const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

type TextAreaProps = Omit<FieldProps, 'children' | 'isRequired'> & ComponentProps<'textarea'>

export function TextAreaField({
  label,
  hint,
  error,
  required = false,
  className = '',
  rows = 2,
  ...area
}: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isRequired={required}>
      {(control) => (
        <GrowingTextArea
          {...area}
          {...control}
          aria-required={required}
          // Its padding and border included.
          style={{ minHeight: `calc(${rows}lh + 1rem + 2px)` }}
          className={`${control.className} ${className}`}
        />
      )}
    </Field>
  )
}
