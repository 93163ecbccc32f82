import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { lengthOf } from '#domain/passwords/character-classes.ts'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { generatePassword } from '#domain/passwords/generate.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { describeNothingFound, levelOf } from '#domain/passwords/verdict/level.ts'
import { sentenceOf } from '#domain/passwords/verdict/sentence.ts'
import { suggest } from '#domain/passwords/verdict/suggest.ts'
import { PASSWORD_SIZE } from '#domain/users.ts'
import { type EstimateState, useEstimate } from '#web/lib/estimate/use-estimate.ts'
import { usePage } from '#web/lib/page.tsx'
import { browserRandom } from '#web/lib/random.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { AS_TYPED, Field } from '#web/ui/field.tsx'
import { useCopy } from './use-copy.ts'

const TOO_SHORT = `If a password is all that protects your account, it should have at least ${PASSWORD_SIZE.recommended} characters.`

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
  const [generated, setGenerated] = useState('')
  const isGenerated = value !== '' && value === generated
  const copy = useCopy({ title: 'Password copied' }, 'Please copy the password manually.')
  const { siteName } = usePage()
  const { state, prepare } = useEstimate(value, [...known, siteName].join('\n'))
  const Icon = isShown ? EyeOff : Eye

  function generate(): void {
    const password = generatePassword(GENERATED, browserRandom)
    onChange(password)
    onGenerate?.(password)
    setGenerated(password)
    setIsShown(true)
  }

  return (
    <Field
      label={label}
      isRequired={required}
      error={error}
      hint={
        <div className={isGenerated ? 'min-h-[calc(5lh-3.125rem)]' : 'min-h-[5lh]'}>
          {value === '' ? (
            emptyHint
          ) : (
            <PasswordVerdict password={value} state={state} isGenerated={isGenerated} />
          )}
        </div>
      }
    >
      {(control) => (
        <>
          <div className="flex flex-wrap gap-2">
            <div className="relative min-w-0 grow basis-32">
              <input
                {...control}
                name={name}
                type={isShown ? 'text' : 'password'}
                aria-required={required}
                autoComplete="new-password"
                {...AS_TYPED}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                onFocus={prepare}
                className={`${control.className} pr-11 ${isShown ? 'font-mono max-sm:text-sm' : ''}`}
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
          <div aria-live="polite">
            {isGenerated && (
              <p className="mt-1.5 flex items-center gap-3 text-sm">
                <Button onClick={() => copy(value)}>
                  <Copy aria-hidden size={16} /> Copy
                </Button>
                Save it now: it isn’t shown again.
              </p>
            )}
          </div>
        </>
      )}
    </Field>
  )
}

type VerdictProps = { password: string; state: EstimateState; isGenerated: boolean }

function PasswordVerdict({ password, state, isGenerated }: VerdictProps) {
  return (
    <div aria-live="polite">
      {(state.kind === 'loading' || (state.kind === 'ready' && !state.isCurrent)) && 'Estimating…'}
      {state.kind === 'failed' && 'The estimate could not be loaded.'}
      {state.kind === 'ready' && state.isCurrent && (
        <EstimateLines estimate={state.estimate} password={password} isGenerated={isGenerated} />
      )}
    </div>
  )
}

type LinesProps = { estimate: Estimate; password: string; isGenerated: boolean }

function EstimateLines({ estimate, password, isGenerated }: LinesProps) {
  const { look } = levelOf(estimate)
  const advice = suggest(estimate) ?? (lengthOf(password) < PASSWORD_SIZE.recommended && TOO_SHORT)
  const found = describeNothingFound(estimate) === null ? ` Found: ${describeParts(estimate.parts)}.` : ''
  return (
    <>
      <p className="line-clamp-3">
        <span className={look === 'weak' ? 'text-weak' : 'text-text'}>{sentenceOf(estimate)}</span>
        {!isGenerated && !estimate.listed && found}
      </p>
      {!isGenerated && <p className="line-clamp-2">{advice}</p>}
    </>
  )
}
