import { useEffect, useRef } from 'react'
import { exactEntropyBits } from '#domain/passwords/entropy.ts'
import { generatePasswords, MULTIPLE_COUNT } from '#domain/passwords/generate.ts'
import { PASSWORD_LENGTH, type PasswordOptions } from '#domain/passwords/options.ts'
import { rateDrawn } from '#domain/passwords/rate-drawn.ts'
import { writeLink } from '#domain/passwords/settings-link.ts'
import { browserRandom } from '#web/lib/random.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import { CountControl } from './count-control.tsx'
import { part } from './data-part.ts'
import { changeExtras, changeOptions, regenerate } from './generator.ts'
import { GeneratorLayout } from './generator-layout.tsx'
import { MoreOptions } from './more-options.tsx'
import { SWITCHES } from './switches.ts'
import { useGenerator } from './use-generator.ts'

export function PasswordGenerator() {
  const { options, extras, text, hasFailed, refusal, regenerations, timesMade } = useGenerator()
  const isReady = text !== null || hasFailed
  return (
    <GeneratorLayout
      noun="password"
      text={text}
      hasFailed={hasFailed}
      strength={text === null ? null : rateDrawn(text, options, extras)}
      bits={exactEntropyBits(options, extras)}
      size={`${options.length} characters`}
      regenerations={regenerations}
      timesMade={timesMade}
      onAnother={regenerate}
      makeSeveral={() => generatePasswords(MULTIPLE_COUNT, options, browserRandom, extras)}
      link={writeLink({ options, extras })}
      footer={<MoreOptions options={options} extras={extras} onChange={changeExtras} />}
    >
      <CountControl
        title="Length"
        sliderLabel="Password length"
        unit="characters"
        value={options.length}
        min={PASSWORD_LENGTH.min}
        max={PASSWORD_LENGTH.max}
        marks={[8, 16, 32, 64]}
        disabled={!isReady}
        onChange={(length) => changeOptions({ length })}
      />
      <CharacterSwitches options={options} disabled={!isReady} refusal={refusal} onChange={changeOptions} />
    </GeneratorLayout>
  )
}

type Props = {
  options: PasswordOptions
  disabled: boolean
  refusal: string | null
  onChange: (choice: Partial<PasswordOptions>) => void
}

function CharacterSwitches({ options, disabled, refusal, onChange }: Props) {
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
