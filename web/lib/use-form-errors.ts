import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Errors = Record<string, string>

/** Errors by field name. `showErrors` focuses the first invalid field; errors clear on change, or when `check` passes. */
export function useFormErrors(check?: (form: HTMLFormElement) => Errors) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})

  function showErrors(found: Errors): void {
    flushSync(() => setErrors(withoutRepeats(found)))
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const clearFields = (names: readonly string[]) =>
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => !names.includes(field))),
    )
  function clearFixed({ target, currentTarget }: FormEvent<HTMLFormElement>): void {
    if (Object.keys(errors).length === 0) return
    const name = target instanceof Element ? target.getAttribute('name') : null
    const left = check ? check(currentTarget) : errors
    setErrors(
      Object.fromEntries(
        Object.entries(left).filter(([field]) => field in errors && (check !== undefined || field !== name)),
      ),
    )
  }
  return {
    form: { ref, noValidate: true, onInput: clearFixed },
    errors,
    showErrors,
    /** For values that no one typed. */
    clearFields,
    clear: () => setErrors({}),
  }
}

/** A message shared by several fields is shown only once. */
function withoutRepeats(errors: Errors): Errors {
  const seen = new Set<string>()
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const shown = seen.has(message) ? '' : message
      seen.add(message)
      return [field, shown]
    }),
  )
}
