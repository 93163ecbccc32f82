import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'

/**
 * Not a login, so nothing should offer to save it. 'new-password' would make browsers suggest and save one; password
 * managers that ignore 'off' have attributes of their own.
 */
const IGNORED_BY_PASSWORD_MANAGERS = {
  autoComplete: 'off',
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-lpignore': 'true',
  'data-protonpass-ignore': '',
}

/** A shown password is plain text to the browser, and some send plain text to spell checkers. */
export const NO_TEXT_CORRECTION = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }

type Props = {
  password: string
  onChange: (password: string) => void
  /** The id of the privacy hint. */
  describedBy: string
  isShown: boolean
  onShow: (isShown: boolean) => void
  onFocus: () => void
}

export function PasswordField({ password, onChange, describedBy, isShown, onShow, onFocus }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  // Text typed before hydration isn't in React's state.
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
          {...IGNORED_BY_PASSWORD_MANAGERS}
          {...NO_TEXT_CORRECTION}
        />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          className="absolute top-2.5 right-2.5"
          // Keeps focus and the phone's keyboard in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onShow(!isShown)}
        >
          <Icon aria-hidden size={22} />
        </IconButton>
      </div>
      {/* Makes Enter do nothing, and the form no login. */}
      <button type="submit" disabled hidden />
    </form>
  )
}
