import { useEffect, useRef } from 'react'
import type { PasswordOptions } from '#domain/passwords/options.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import { part } from './data-part.ts'
import { SWITCHES } from './switches.ts'

type Props = {
  options: PasswordOptions
  disabled: boolean
  refusal: string | null
  onChange: (choice: Partial<PasswordOptions>) => void
}

export function CharacterSwitches({ options, disabled, refusal, onChange }: Props) {
  return (
    // Stops browsers from restoring switches after a reload.
    <form autoComplete="off">
      <fieldset disabled={disabled} className="min-w-0">
        <legend className="sr-only">Characters</legend>
        {SWITCHES.map(({ name, label, sample }) => (
          <SwitchRow
            key={name}
            name={name}
            label={label}
            sample={sample}
            isOn={options[name]}
            onChange={(isOn) => onChange({ [name]: isOn })}
          />
        ))}
        <Refusal refusal={refusal} />
      </fieldset>
    </form>
  )
}

function Refusal({ refusal }: { refusal: string | null }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refusal !== null) line.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <p {...part('refusal')} ref={line} role="alert" className="scroll-mb-4 text-sm text-weak lg:min-h-5.25">
      {refusal}
    </p>
  )
}
