import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  type CharactersRead,
  defaultGeneratorExtras,
  differFromDefaults,
  type GeneratorExtras,
  MINIMUM,
  readExcluded,
  readSymbolSet,
} from '#domain/passwords/generator-extras.ts'
import type { PasswordOptions } from '#domain/passwords/options.ts'
import { useIsHydrated } from '#web/lib/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'
import { part } from './data-part.ts'
import { NumberInput } from './number-input.tsx'

type Props = {
  options: PasswordOptions
  extras: GeneratorExtras
  /** Returns why the choice was refused, or null. */
  onChange: (choice: Partial<GeneratorExtras>) => string | null
}

/** A custom symbol set, excluded characters and minimum counts. */
export function MoreOptions({ options, extras, onChange }: Props) {
  const disabled = !useIsHydrated()
  const [timesReset, setTimesReset] = useState(0)
  const isChanged = differFromDefaults(extras)

  function reset(): void {
    onChange(defaultGeneratorExtras)
    setTimesReset(timesReset + 1)
  }

  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-2 max-md:mr-20 md:mr-92 [&::-webkit-details-marker]:hidden">
        More options
        <span {...part('changed')} hidden={!isChanged} className="text-muted text-sm">
          changed
        </span>
        <ChevronDown
          aria-hidden
          size={18}
          className="ml-auto text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <fieldset
        disabled={disabled}
        key={timesReset}
        className="grid gap-x-8 gap-y-3 pt-1 pb-3 lg:grid-cols-[1fr_1fr_auto] lg:items-start lg:pb-5"
      >
        <legend className="sr-only">Symbols, exclusions and minimum counts</legend>
        <CharactersField
          label="Symbols to use"
          value={extras.symbols}
          disabled={disabled || !options.includeSymbols}
          read={readSymbolSet}
          onChange={(symbols) => onChange({ symbols })}
        />
        <CharactersField
          label="Characters to leave out"
          value={extras.excluded}
          disabled={disabled}
          read={readExcluded}
          onChange={(excluded) => onChange({ excluded })}
        />
        <div className="grid gap-2">
          <Minimum
            label="At least this many digits"
            value={extras.minNumbers}
            disabled={disabled || !options.includeNumbers}
            onChange={(minNumbers) => onChange({ minNumbers })}
          />
          <Minimum
            label="At least this many symbols"
            value={extras.minSymbols}
            disabled={disabled || !options.includeSymbols}
            onChange={(minSymbols) => onChange({ minSymbols })}
          />
          <Button disabled={disabled || !isChanged} onClick={reset} className="justify-self-start text-sm">
            Reset
          </Button>
        </div>
      </fieldset>
    </details>
  )
}

type CharactersProps = {
  label: string
  value: string
  disabled: boolean
  read: (text: string) => CharactersRead
  onChange: (characters: string) => string | null
}

/** Keeps invalid text in the field, and applies valid text at once. */
function CharactersField({ label, value, disabled, read, onChange }: CharactersProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)

  function type(text: string): void {
    setDraft(text)
    const result = read(text)
    setError('error' in result ? result.error : onChange(result.characters))
  }

  return (
    <TextField
      label={label}
      value={draft ?? value}
      disabled={disabled}
      error={error ?? undefined}
      onChange={(event) => type(event.target.value)}
      autoComplete="off"
      {...AS_TYPED}
      translate="no"
      className="font-mono"
    />
  )
}

type MinimumProps = {
  label: string
  value: number
  disabled: boolean
  onChange: (value: number) => string | null
}

function Minimum({ label, onChange, ...control }: MinimumProps) {
  const [error, setError] = useState<string | null>(null)
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden className="text-sm">
          {label}
        </span>
        <NumberInput
          label={label}
          min={MINIMUM.min}
          max={MINIMUM.max}
          onChange={(value) => setError(onChange(value))}
          {...control}
        />
      </div>
      <p role="alert" className="max-w-80 text-sm text-weak">
        {error}
      </p>
    </div>
  )
}
