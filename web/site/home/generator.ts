import { findContradiction } from '#domain/passwords/character-types.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from '#domain/passwords/extras.ts'
import { generatePassword } from '#domain/passwords/generate.ts'
import {
  defaultPasswordOptions,
  type PasswordOptions,
  readPasswordOptions,
} from '#domain/passwords/options.ts'
import { browserRandom } from '#web/lib/random.ts'
import { keep, readStored } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'
import { countGenerated } from './count-generated.ts'
import { keepChoices, readChoices } from './stored-choices.ts'

const STORAGE_KEY = 'passwordOptions'

type Choices = { options: PasswordOptions; extras: GeneratorExtras }

export type GeneratorState = Choices & {
  /** null before the browser made one, and when it couldn't. */
  text: string | null
  hasFailed: boolean
  /** Why the last choice was not taken. */
  refusal: string | null
  /** How often a new password was asked for by itself, without a change of the options. */
  timesAsked: number
  timesMade: number
  timesFailed: number
}

const WAITING: GeneratorState = {
  options: defaultPasswordOptions,
  extras: defaultGeneratorExtras,
  text: null,
  hasFailed: false,
  refusal: null,
  timesAsked: 0,
  timesMade: 0,
  timesFailed: 0,
}

/** The choices this browser keeps and the password made with them. The server renders it waiting. */
export const generator = createStore(WAITING)

/** Makes the first password with the stored choices, unless there is one. */
export function startGenerator(): void {
  const { text, hasFailed } = generator.read()
  if (text === null && !hasFailed) generate({ ...generator.read(), ...readStoredPair() })
}

/** Drops the password. */
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
  keep(STORAGE_KEY, JSON.stringify(options))
  generate({ ...state, options })
}

/** Takes the choice unless it contradicts the others; returns the contradiction, or null. */
export function changeExtras(choice: Partial<GeneratorExtras>): string | null {
  const state = generator.read()
  const extras = { ...state.extras, ...choice }
  const contradiction = findContradiction(state.options, extras)
  if (contradiction !== null) return contradiction
  keepChoices({ extras })
  generate({ ...state, extras })
  return null
}

export function askForAnother(): void {
  const state = generator.read()
  generate({ ...state, timesAsked: state.timesAsked + 1 })
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

/** null when the browser gives no random bytes: the person is told, and may try again. */
function attempt({ options, extras }: Choices): string | null {
  try {
    return generatePassword(options, browserRandom, extras)
  } catch {
    return null
  }
}

/** Two keys, written apart: together they may contradict each other. Then the extras give way. */
function readStoredPair(): Choices {
  const options = readPasswordOptions(readStored(STORAGE_KEY))
  const { extras } = readChoices()
  return findContradiction(options, extras) === null ? { options, extras } : { ...WAITING, options }
}
