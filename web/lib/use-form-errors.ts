import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Errors = Record<string, string>

/**
 * What is wrong with the fields of a form, by their `name`s: `complain` marks them and focuses the first. A mark goes
 * once its field is changed or, with `check`, once that finds nothing wrong with it. `form` goes on the form.
 */
export function useFormErrors(check?: (form: HTMLFormElement) => Errors) {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})

  function complain(found: Errors): void {
    flushSync(() => setErrors(sayOnce(found)))
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  function forgive({ target, currentTarget }: FormEvent<HTMLFormElement>): void {
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
    form: { ref, noValidate: true, onInput: forgive },
    errors,
    complain,
    clear: () => setErrors({}),
  }
}

/** Several fields that one sentence is about are all marked, and the first of them says it. */
function sayOnce(errors: Errors): Errors {
  const said = new Set<string>()
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const shown = said.has(message) ? '' : message
      said.add(message)
      return [field, shown]
    }),
  )
}
