import { findContradiction } from '#domain/passwords/character-types.ts'
import { generatePassword } from '#domain/passwords/generate.ts'
import type { GeneratorExtras } from '#domain/passwords/generator-extras.ts'
import { type GeneratorSettings, standardSettings } from '#domain/passwords/generator-settings.ts'
import type { PasswordOptions } from '#domain/passwords/options.ts'
import { browserRandom } from '#web/lib/random.ts'
import { createStore } from '#web/lib/store.ts'
import { countGenerated } from './count-generated.ts'
import { leaveLink } from './settings-in-address.ts'
import { storeChoices, storeOptions } from './stored-choices.ts'

type Choices = Pick<GeneratorSettings, 'options' | 'extras'>

export type GeneratorState = Choices & {
  /** Null before the first password, or without random bytes. */
  text: string | null
  hasFailed: boolean
  /** Why the last choice was refused. */
  refusal: string | null
  /** Explicit ones only, without option changes. */
  regenerations: number
  timesMade: number
  timesFailed: number
}

const WAITING: GeneratorState = {
  options: standardSettings.options,
  extras: standardSettings.extras,
  text: null,
  hasFailed: false,
  refusal: null,
  regenerations: 0,
  timesMade: 0,
  timesFailed: 0,
}

/** Stored options and the current password. The server renders the initial state. */
export const generator = createStore(WAITING)

/** Does nothing if there is a password already. */
export function startGenerator({ options, extras }: Choices): void {
  const state = generator.read()
  if (state.text === null && !state.hasFailed) generate({ ...state, options, extras })
}

/** Clears the password. */
export function endGenerator(): void {
  generator.set(WAITING)
}

export function changeOptions(choice: Partial<PasswordOptions>): void {
  const state = generator.read()
  const options = { ...state.options, ...choice }
  const refusal = findContradiction(options, state.extras)
  if (refusal !== null) {
    generator.set({ ...state, refusal })
    return
  }
  store({ options, extras: state.extras }, 'options')
  generate({ ...state, options })
}

/** Returns why the choice contradicts the others, or null if it was applied. */
export function changeExtras(choice: Partial<GeneratorExtras>): string | null {
  const state = generator.read()
  const extras = { ...state.extras, ...choice }
  const contradiction = findContradiction(state.options, extras)
  if (contradiction !== null) return contradiction
  store({ options: state.options, extras }, 'extras')
  generate({ ...state, extras })
  return null
}

/** Stores only what the visitor changed, or all that a link brought. */
function store({ options, extras }: Choices, changed: keyof Choices): void {
  const wasLinked = leaveLink()
  if (wasLinked || changed === 'options') storeOptions(options)
  if (wasLinked) storeChoices({ generator: 'password', extras })
  else if (changed === 'extras') storeChoices({ extras })
}

export function regenerate(): void {
  const state = generator.read()
  generate({ ...state, regenerations: state.regenerations + 1 })
}

function generate(state: GeneratorState): void {
  const text = attempt(state)
  const hasFailed = text === null
  generator.set({
    ...state,
    text,
    hasFailed,
    refusal: null,
    timesMade: state.timesMade + (hasFailed ? 0 : 1),
    timesFailed: state.timesFailed + (hasFailed ? 1 : 0),
  })
  if (!hasFailed) countGenerated()
}

/** Null without random bytes; the UI reports it. */
function attempt({ options, extras }: Choices): string | null {
  try {
    return generatePassword(options, browserRandom, extras)
  } catch {
    return null
  }
}
