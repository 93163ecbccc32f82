import { useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import { countGenerated } from './count-generated.ts'
import { GENERATION_FAILURE } from './use-generator.ts'

type Generated = {
  /** null before the browser made one, and when it couldn't. */
  text: string | null
  hasFailed: boolean
  timesMade: number
}

// The server renders this too, and no random value may come from there.
const NOTHING_YET: Generated = { text: null, hasFailed: false, timesMade: 0 }

/** The last passphrase; each one is counted, and a browser without random bytes is reported. */
export function useGenerated() {
  const showToast = useToast()
  const [generated, setGenerated] = useState(NOTHING_YET)
  /** How often a new one was asked for by itself, without a change of the options. */
  const [timesAsked, setTimesAsked] = useState(0)

  function generate(make: () => string): void {
    const text = attempt(make)
    const hasFailed = text === null
    setGenerated(({ timesMade }) => ({ text, hasFailed, timesMade: timesMade + (hasFailed ? 0 : 1) }))
    if (hasFailed) showToast(GENERATION_FAILURE)
    else countGenerated()
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
