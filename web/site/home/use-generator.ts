import { useEffectEvent, useLayoutEffect, useState } from 'react'
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
import { keepChoices, readChoices } from './stored-choices.ts'
import { useGenerated } from './use-generated.ts'

const STORAGE_KEY = 'passwordOptions'

type Choices = { options: PasswordOptions; extras: GeneratorExtras }

const DEFAULTS: Choices = { options: defaultPasswordOptions, extras: defaultGeneratorExtras }

/** The choices this browser keeps and the password made with them, from the first moment the browser can make one. */
export function useGenerator() {
  const [choices, setChoices] = useState(DEFAULTS)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { generated, timesAsked, generate, generateAnother } = useGenerated()
  const { options, extras } = choices

  const make = (of: Choices) => () => generatePassword(of.options, browserRandom, of.extras)

  const start = useEffectEvent(() => {
    const stored = readStoredPair()
    setChoices(stored)
    generate(make(stored))
  })
  useLayoutEffect(() => start(), [])

  /** Takes the new choices unless they contradict each other; returns the contradiction, or null. */
  function take(next: Choices): string | null {
    const contradiction = findContradiction(next.options, next.extras)
    if (contradiction !== null) return contradiction
    setRefusal(null)
    setChoices(next)
    generate(make(next))
    return null
  }

  function change(choice: Partial<PasswordOptions>): void {
    const next = { ...options, ...choice }
    const contradiction = take({ options: next, extras })
    if (contradiction === null) keep(STORAGE_KEY, JSON.stringify(next))
    setRefusal(contradiction)
  }

  function changeExtras(choice: Partial<GeneratorExtras>): string | null {
    const next = { ...extras, ...choice }
    const contradiction = take({ options, extras: next })
    if (contradiction === null) keepChoices({ extras: next })
    return contradiction
  }

  function askForAnother(): void {
    setRefusal(null)
    generateAnother(make(choices))
  }

  return { ...choices, ...generated, refusal, timesAsked, askForAnother, change, changeExtras }
}

/** Two keys, written apart: together they may contradict each other. Then the extras give way. */
function readStoredPair(): Choices {
  const options = readPasswordOptions(readStored(STORAGE_KEY))
  const { extras } = readChoices()
  return findContradiction(options, extras) === null ? { options, extras } : { ...DEFAULTS, options }
}
