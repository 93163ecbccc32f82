import { lengthOf } from '#domain/passwords/classes.ts'
import { rateStrength } from '#domain/passwords/strength.ts'
import { PASSWORD_SIZE } from '#domain/users.ts'

/** How strong a chosen password is, by the same rule as the generator's, and advice while it is short. */
export function PasswordHint({ password }: { password: string }) {
  const length = lengthOf(password)
  if (length === 0)
    return (
      <>
        At least {PASSWORD_SIZE.min} characters; {PASSWORD_SIZE.recommended} or more are safer.
      </>
    )
  const { label } = rateStrength(password)
  return (
    <span aria-live="polite">
      Strength: {label}.
      {length < PASSWORD_SIZE.recommended &&
        ` A password that is the only key to this site should have ${PASSWORD_SIZE.recommended} characters or more.`}
    </span>
  )
}
