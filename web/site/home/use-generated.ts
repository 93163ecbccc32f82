import { useState } from 'react'
import { recordEvent } from '#web/lib/analytics.ts'
import { trackEvent } from '#web/lib/track.ts'
import { useToast } from '#web/ui/toast.tsx'

type Generated = {
  /** null before the browser made one, and when it couldn't. */
  text: string | null
  hasFailed: boolean
}

// The server renders this too, and no random value may come from there.
const NOTHING_YET: Generated = { text: null, hasFailed: false }

/** The last password or passphrase; each one is counted, and a browser without random bytes is reported. */
export function useGenerated() {
  const showToast = useToast()
  const [generated, setGenerated] = useState(NOTHING_YET)
  /** How often a new one was asked for by itself, without a change of the options. */
  const [timesAsked, setTimesAsked] = useState(0)

  function generate(make: () => string): void {
    const text = attempt(make)
    setGenerated({ text, hasFailed: text === null })
    if (text === null) {
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

  function generateAnother(make: () => string): void {
    setTimesAsked((times) => times + 1)
    generate(make)
  }

  return { generated, timesAsked, generate, generateAnother }
}

/** null when the browser gives no random bytes: the person is told, and may try again. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}
