import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { generatePassword } from '#domain/passwords/generate.ts'
import {
  defaultPasswordOptions,
  hasCharacterType,
  NO_CHARACTER_TYPE,
  type PasswordOptions,
  readPasswordOptions,
} from '#domain/passwords/options.ts'
import { recordEvent } from '#web/lib/analytics.ts'
import { browserRandom } from '#web/lib/random.ts'
import { keep, readStored } from '#web/lib/storage.ts'
import { trackEvent } from '#web/lib/track.ts'
import { useToast } from '#web/ui/toast.tsx'

const STORAGE_KEY = 'passwordOptions'

type Result = {
  options: PasswordOptions
  /** null before the browser made one, and when it couldn't. */
  password: string | null
  hasFailed: boolean
}

export type Generator = Result & {
  /** Why the last choice wasn't taken; null when it was. */
  refusal: string | null
  /** How often a new password was asked for by itself, without a change of the options. */
  timesAsked: number
  askForAnother(): void
  change(choice: Partial<PasswordOptions>): void
}

// The server renders this too, and no random value may come from there.
const NOTHING_YET: Result = { options: defaultPasswordOptions, password: null, hasFailed: false }

/** The options this browser keeps and the password made with them, from the first moment the browser can make one. */
export function useGenerator(): Generator {
  const showToast = useToast()
  const [result, setResult] = useState(NOTHING_YET)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [timesAsked, setTimesAsked] = useState(0)

  const start = useEffectEvent(() => generate(readPasswordOptions(readStored(STORAGE_KEY))))
  useLayoutEffect(() => start(), [])

  function askForAnother(): void {
    setTimesAsked((times) => times + 1)
    generate(result.options)
  }

  function change(choice: Partial<PasswordOptions>): void {
    const options = { ...result.options, ...choice }
    if (!hasCharacterType(options)) {
      setRefusal(NO_CHARACTER_TYPE)
      return
    }
    keep(STORAGE_KEY, JSON.stringify(options))
    generate(options)
  }

  function generate(options: PasswordOptions): void {
    setRefusal(null)
    const password = tryToGenerate(options)
    setResult({ options, password, hasFailed: password === null })
    if (password === null) {
      showToast({
        title: 'Error',
        description: 'Failed to generate password. Please try again.',
        look: 'failure',
      })
      return
    }
    trackEvent('/api/track/password-generated', { type: 'single' })
    recordEvent('generated', { category: 'password', label: 'single', value: 1 })
  }

  return { ...result, refusal, timesAsked, askForAnother, change }
}

/** null when the browser gives no random bytes: the person is told, and may try again. */
function tryToGenerate(options: PasswordOptions): string | null {
  try {
    return generatePassword(options, browserRandom)
  } catch {
    return null
  }
}
