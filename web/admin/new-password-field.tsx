import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { lengthOf } from '#domain/passwords/character-classes.ts'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { generatePassword } from '#domain/passwords/generate.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { formatGuesses, roundRank, speakGuesses } from '#domain/passwords/verdict/format-guesses.ts'
import { describeNothingFound, LEVEL_CRITERION, levelOf } from '#domain/passwords/verdict/level.ts'
import { suggest } from '#domain/passwords/verdict/suggest.ts'
import { PASSWORD_SIZE } from '#domain/users.ts'
import { type EstimateState, useEstimate } from '#web/lib/estimate/use-estimate.ts'
import { usePage } from '#web/lib/page.tsx'
import { browserRandom } from '#web/lib/random.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

const GENERATED = { ...defaultPasswordOptions, length: 20 }

type Props = {
  label: string
  name: string
  required?: boolean
  /** Shown instead of the verdict while the field is empty. */
  emptyHint?: string | undefined
  error?: string | undefined
  /** Username and, if known, email. Someone who knows them, and the site’s name, tries them. */
  known: readonly string[]
  value: string
  onChange: (password: string) => void
  /** Called after `onChange`. */
  onGenerate?: (password: string) => void
}

/** A password field with a show toggle, a generator and a strength rating. */
export function NewPasswordField({
  label,
  name,
  required = false,
  emptyHint = `At least ${PASSWORD_SIZE.min} characters; ${PASSWORD_SIZE.recommended} or more are safer.`,
  error,
  known,
  value,
  onChange,
  onGenerate,
}: Props) {
  const [isShown, setIsShown] = useState(false)
  const { siteName } = usePage()
  const { state, prepare } = useEstimate(value, [...known, siteName].join('\n'))
  const Icon = isShown ? EyeOff : Eye

  function generate(): void {
    const password = generatePassword(GENERATED, browserRandom)
    onChange(password)
    onGenerate?.(password)
    setIsShown(true)
  }

  return (
    <Field
      label={label}
      isRequired={required}
      error={error}
      hint={value === '' ? emptyHint : <PasswordVerdict password={value} state={state} />}
    >
      {(control) => (
        <div className="flex gap-2">
          <div className="relative min-w-0 grow">
            <input
              {...control}
              name={name}
              type={isShown ? 'text' : 'password'}
              aria-required={required}
              autoComplete="new-password"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onFocus={prepare}
              className={`${control.className} min-h-11 pr-12 ${isShown ? 'font-mono' : ''}`}
            />
            <IconButton
              label={isShown ? 'Hide password' : 'Show password'}
              className="absolute top-0 right-0"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon aria-hidden size={18} />
            </IconButton>
          </div>
          <Button onClick={generate}>Generate</Button>
        </div>
      )}
    </Field>
  )
}

function PasswordVerdict({ password, state }: { password: string; state: EstimateState }) {
  return (
    <div aria-live="polite" className="min-h-[6lh] sm:min-h-[5lh]">
      {state.kind === 'loading' && 'Estimating…'}
      {state.kind === 'failed' && 'The estimate could not be loaded.'}
      {state.kind === 'ready' && (
        <span className={state.isCurrent ? '' : 'opacity-60'}>
          <EstimateLines estimate={state.estimate} />
        </span>
      )}
      {lengthOf(password) < PASSWORD_SIZE.recommended &&
        ` If a password is all that protects your account, it should have at least ${PASSWORD_SIZE.recommended} characters.`}
    </div>
  )
}

function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { log10Guesses, listed, parts } = estimate
  const { label, look } = levelOf(estimate)
  const [advice] = suggest(estimate)
  const found = describeNothingFound(estimate) ?? `Found: ${describeParts(parts)}.`
  return (
    <>
      <span className={look === 'weak' ? 'text-weak' : 'text-text'}>
        <span aria-hidden>{startSentence(formatGuesses(log10Guesses))}</span>
        <span className="sr-only">{startSentence(speakGuesses(log10Guesses))}</span> guesses. {label}.
      </span>{' '}
      {listed &&
        `One of the ${roundRank(listed.rank).toLocaleString('en')} most used passwords in known leaks. `}
      {found} {advice} {LEVEL_CRITERION}
    </>
  )
}

const startSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
