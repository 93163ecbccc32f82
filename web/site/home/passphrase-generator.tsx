import words from '@zxcvbn-ts/language-common/src/diceware.json'
import { useEffect, useEffectEvent, useState } from 'react'
import { MULTIPLE_COUNT } from '#domain/passwords/generate.ts'
import {
  generatePassphrase,
  generatePassphrases,
  PASSPHRASE_WORDS,
  type PassphraseOptions,
  passphraseEntropyBits,
  ratePassphrase,
  SEPARATORS,
} from '#domain/passwords/passphrase.ts'
import { browserRandom } from '#web/lib/random.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import { CountControl } from './count-control.tsx'
import { GeneratorLayout } from './generator-layout.tsx'
import { readChoices, storeChoices } from './stored-choices.ts'
import { useGenerated } from './use-generated.ts'

const SWITCHES = [
  { name: 'capitalize', label: 'Capitalize words', sample: 'Abc' },
  { name: 'addNumber', label: 'Add a digit', sample: '0–9' },
  { name: 'addSymbol', label: 'Add a symbol', sample: '!@#…' },
] as const

/** Uses the EFF long word list, which loads with this part. */
export function PassphraseGenerator() {
  const [options, setOptions] = useState(() => readChoices().passphrase)
  const { generated, regenerations, generate, generateAnother } = useGenerated()
  const bits = passphraseEntropyBits(options, words.length)

  const make = (of: PassphraseOptions) => () => generatePassphrase(of, words, browserRandom)
  const start = useEffectEvent(() => generate(make(options)))
  useEffect(() => start(), [])

  function change(choice: Partial<PassphraseOptions>): void {
    const next = { ...options, ...choice }
    setOptions(next)
    storeChoices({ passphrase: next })
    generate(make(next))
  }

  return (
    <GeneratorLayout
      noun="passphrase"
      text={generated.text}
      hasFailed={generated.hasFailed}
      strength={generated.text === null ? null : ratePassphrase(bits)}
      bits={bits}
      size={`${options.words} words`}
      regenerations={regenerations}
      timesMade={generated.timesMade}
      onAnother={() => generateAnother(make(options))}
      makeSeveral={() => generatePassphrases(MULTIPLE_COUNT, options, words, browserRandom)}
      footer={
        <p className="flex min-h-10 items-center text-muted text-sm">
          {words.length.toLocaleString('en')} English words from the EFF’s long list. Capitals add no entropy.
        </p>
      }
    >
      <CountControl
        title="Words"
        sliderLabel="Passphrase length"
        unit="words"
        value={options.words}
        min={PASSPHRASE_WORDS.min}
        max={PASSPHRASE_WORDS.max}
        marks={[3, 6, 12, 20]}
        disabled={false}
        onChange={(count) => change({ words: count })}
      />
      <SeparatorSelect value={options.separator} onChange={(separator) => change({ separator })} />
      {SWITCHES.map(({ name, label, sample }) => (
        <SwitchRow
          key={name}
          label={label}
          sample={sample}
          isOn={options[name]}
          onChange={(isOn) => change({ [name]: isOn })}
        />
      ))}
    </GeneratorLayout>
  )
}

type SelectProps = {
  value: PassphraseOptions['separator']
  onChange: (separator: PassphraseOptions['separator']) => void
}

function SeparatorSelect({ value, onChange }: SelectProps) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-4">
      Separator
      <select
        value={value}
        onChange={(event) => {
          const separator = SEPARATORS.find(({ text }) => text === event.target.value)
          if (separator) onChange(separator.text)
        }}
        className="h-10 rounded-control border border-control bg-surface px-3"
      >
        {SEPARATORS.map(({ name, text }) => (
          <option key={name} value={text}>
            {text.trim() === '' ? name : `${name}  ${text}`}
          </option>
        ))}
      </select>
    </label>
  )
}
