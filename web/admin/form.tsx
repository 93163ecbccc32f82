import { type FormEvent, useId, useState } from 'react'
import { fieldsOf } from '#web/lib/api.ts'
import { fieldErrors, type Refusal } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { FailureNotice } from '#web/ui/notice.tsx'
import { messageOf } from './client.ts'

type Errors = Record<string, string>

export type Parsed<Output> = { success: true; data: Output } | { success: false; error: Refusal }

/** The mutation that sends the parsed values. */
export type Sending<Output> = {
  isPending: boolean
  error: Error | null
  reset: () => void
  mutate: (output: Output, options: { onError: (error: Error) => void }) => void
}

type Options<Values, Output> = {
  initial: Values
  /** A schema's `safeParse`, or a function that calls it. */
  parse: (values: Values) => Parsed<Output>
  /** Called when `parse` refuses the values, with the first message. */
  onRefused?: (message: string) => void
  sending: Sending<Output>
  /** The messages by field in the server's error. */
  errorsOf?: (error: Error) => Errors
}

/** What was typed survives a failure; errors are shown by field, and the first invalid field is focused. */
export function useForm<Values extends object, Output>(options: Options<Values, Output>) {
  const { initial, parse, onRefused, sending, errorsOf = fieldsOf } = options
  const id = useId()
  const [values, setValues] = useState(initial)
  const { form, errors, showErrors, clearFields, clear } = useFormErrors()
  const set = (part: Partial<Values>) => {
    setValues((current) => ({ ...current, ...part }))
    clearFields(Object.keys(part))
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog may be inside another form.
    event.stopPropagation()
    if (sending.isPending) return
    sending.reset()
    const parsed = parse(values)
    if (!parsed.success) {
      showErrors(fieldErrors(parsed.error))
      return onRefused?.(parsed.error.issues[0]?.message ?? '')
    }
    clear()
    sending.mutate(parsed.data, { onError: (error) => showErrors(errorsOf(error)) })
  }
  const bind = <Name extends keyof Values & string>(name: Name) => ({
    name,
    error: errors[name],
    value: values[name],
    onChange: (change: string | { target: { value: string } }) => {
      const value = typeof change === 'string' ? change : change.target.value
      setValues((current) => ({ ...current, [name]: value }))
      clearFields([name])
    },
  })
  return {
    values,
    set,
    bind,
    showErrors,
    clear,
    isPending: sending.isPending,
    props: { ...form, id, onSubmit },
  }
}

export const refuse = (field: string, message: string): Parsed<never> => ({
  success: false,
  error: { issues: [{ path: [field], message }] },
})

/** An error that no field shows. */
export function FormFailure({ error, fallback }: { error: Error | null; fallback: string }) {
  if (!error || Object.keys(fieldsOf(error)).length > 0) return null
  return <FailureNotice>{messageOf(error, fallback)}</FailureNotice>
}
