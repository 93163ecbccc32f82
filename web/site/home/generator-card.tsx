import { rateStrength } from '#domain/passwords/strength.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton, CopyStatus } from '#web/ui/copy-button.tsx'
import { CharacterSwitches } from './character-switches.tsx'
import { GenerateMultiple } from './generate-multiple.tsx'
import { LengthControl } from './length-control.tsx'
import { PasswordDisplay } from './password-display.tsx'
import { StrengthBar, StrengthWords } from './strength-meter.tsx'
import { useCopy } from './use-copy.ts'
import { useGenerator } from './use-generator.ts'

/** The generator: the password with what can be done with it, and beside it the options it is made with. */
export function GeneratorCard() {
  const { options, password, hasFailed, refusal, timesAsked, askForAnother, change } = useGenerator()
  const { copied, copy } = useCopy('single')
  const strength = password === null ? null : rateStrength(password)
  // What is pressed or moved before the page is alive would be forgotten.
  const isAlive = password !== null || hasFailed
  const isCopied = password !== null && copied === password
  return (
    <section
      aria-label="Password generator"
      // Its rows are as high from the start as what comes into them: on a slow network, nothing moves as it arrives.
      className="grid rounded-card border border-border bg-surface lg:min-h-[21.6875rem] lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <div className="flex flex-col lg:grid lg:grid-rows-[1fr_0.375rem_minmax(2.25rem,auto)_minmax(9.25rem,auto)] xl:grid-rows-[1fr_0.375rem_minmax(2.25rem,auto)_minmax(6rem,auto)]">
        <div className="flex flex-1 rounded-t-[13px] bg-accent-soft/60 px-4 py-3 sm:px-6 sm:py-6 lg:rounded-tr-none lg:px-8">
          <PasswordDisplay password={password} hasFailed={hasFailed} onRetry={askForAnother} />
        </div>
        <StrengthBar strength={strength} />
        <div className="px-4 pt-2.5 sm:px-6 lg:px-8">
          <StrengthWords strength={strength} options={options} timesAsked={timesAsked} />
        </div>
        <div className="flex flex-wrap gap-2 px-4 pt-2.5 pb-4 sm:px-6 lg:px-8 lg:pt-4 lg:pb-8 xl:grid xl:grid-cols-[12fr_15fr_12fr]">
          <CopyButton
            look="primary"
            label="Copy password"
            isCopied={isCopied}
            disabled={password === null}
            onClick={() => password !== null && copy(password)}
            className="min-h-12 basis-full"
          />
          <CopyStatus isCopied={isCopied} />
          <Button onClick={askForAnother} disabled={!isAlive} className="grow max-sm:px-2 max-sm:text-sm">
            Generate New Password
          </Button>
          <GenerateMultiple options={options} disabled={!isAlive} />
        </div>
      </div>
      <div className="border-border border-t px-4 py-2 sm:px-6 lg:border-t-0 lg:border-l lg:px-8 lg:pt-8 lg:pb-4">
        <LengthControl
          length={options.length}
          disabled={!isAlive}
          onChange={(length) => change({ length })}
        />
        <CharacterSwitches options={options} disabled={!isAlive} refusal={refusal} onChange={change} />
      </div>
    </section>
  )
}
