import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'

/**
 * What is typed here is no login, so nothing may offer to keep it. Browsers take 'new-password' as the sign to suggest
 * and save one, hence 'off' and no name; password managers that ignore 'off' each have a word of their own.
 */
const KEPT_BY_NOBODY = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
  'data-protonpass-ignore': '',
}

/** Once shown, the field is plain text to the browser: unless told not to, some send that off to check its spelling. */
const TAKEN_LITERALLY = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }

type Props = {
  password: string
  onChange: (password: string) => void
  /** The id of the element that says what happens with the text. */
  describedBy: string
  isShown: boolean
  onShow: (isShown: boolean) => void
  onFocus: () => void
}

export function PasswordField({ password, onChange, describedBy, isShown, onShow, onFocus }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  // Someone fast types before the page is alive, and React doesn't ask what stands in the field.
  useEffect(() => {
    if (input.current?.value) onChange(input.current.value)
  }, [onChange])

  const Icon = isShown ? EyeOff : Eye
  return (
    <form autoComplete="off" className="noscript:hidden">
      <label htmlFor={id} className="font-medium">
        Password to check
      </label>
      <div className="relative mt-2">
        <input
          ref={input}
          id={id}
          type={isShown ? 'text' : 'password'}
          value={password}
          onChange={(event) => onChange(event.target.value)}
          onFocus={onFocus}
          aria-describedby={describedBy}
          className="h-16 w-full rounded-control border border-control bg-bg pr-16 pl-4 font-mono text-xl leading-normal hover:border-text sm:pl-5"
          {...KEPT_BY_NOBODY}
          {...TAKEN_LITERALLY}
        />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          className="absolute top-2.5 right-2.5"
          // Pressed with a pointer, it leaves the focus in the field, and the keyboard of a phone where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onShow(!isShown)}
        >
          <Icon aria-hidden size={22} />
        </IconButton>
      </div>
      {/* A form whose only submit button is disabled can't be sent: Enter does nothing and is no sign of a login. */}
      <button type="submit" disabled hidden />
    </form>
  )
}
