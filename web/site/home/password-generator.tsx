import { exactEntropyBits } from '#domain/passwords/entropy.ts'
import { generatePasswords, MULTIPLE_COUNT } from '#domain/passwords/generate.ts'
import { PASSWORD_LENGTH } from '#domain/passwords/options.ts'
import { rateDrawn } from '#domain/passwords/rate-drawn.ts'
import { writeLink } from '#domain/passwords/settings-link.ts'
import { browserRandom } from '#web/lib/random.ts'
import { CharacterSwitches } from './character-switches.tsx'
import { CountControl } from './count-control.tsx'
import { changeExtras, changeOptions, regenerate } from './generator.ts'
import { GeneratorLayout } from './generator-layout.tsx'
import { MoreOptions } from './more-options.tsx'
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
