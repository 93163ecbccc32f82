import { useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import { countGenerated } from './count-generated.ts'
import { GENERATION_FAILURE } from './use-generator.ts'

type Generated = {
  /** Null before the first one, or without random bytes. */
  text: string | null
  hasFailed: boolean
  timesMade: number
}

// The server renders this: random values must come from the browser only.
const NOTHING_YET: Generated = { text: null, hasFailed: false, timesMade: 0 }

/** Counts each passphrase, and reports missing random bytes. */
export function useGenerated() {
  const showToast = useToast()
  const [generated, setGenerated] = useState(NOTHING_YET)
  /** Explicit ones only, without option changes. */
  const [regenerations, setRegenerations] = useState(0)

  function generate(make: () => string): void {
    const text = attempt(make)
    const hasFailed = text === null
    setGenerated(({ timesMade }) => ({ text, hasFailed, timesMade: timesMade + (hasFailed ? 0 : 1) }))
    if (hasFailed) showToast(GENERATION_FAILURE)
    else countGenerated()
  }

  function generateAnother(make: () => string): void {
    setRegenerations((times) => times + 1)
    generate(make)
  }

  return { generated, regenerations, generate, generateAnother }
}

/** Null without random bytes; the UI reports it. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}
