import { useEffect, useLayoutEffect } from 'react'
import { usePage } from '#web/lib/page.tsx'
import { useStore } from '#web/lib/use-store.ts'
import { useToast } from '#web/ui/toast.tsx'
import { endGenerator, type GeneratorState, generator, startGenerator } from './generator.ts'
import { readSettings } from './read-settings.ts'

export const GENERATION_FAILURE = {
  title: 'Error',
  description: 'Failed to generate password. Please try again.',
  look: 'failure',
} as const

/** Starts and ends the generator with the component. Reports missing random bytes. */
export function useGenerator(): GeneratorState {
  const page = usePage()
  const showToast = useToast()
  const state = useStore(generator)
  const { timesFailed } = state

  useLayoutEffect(() => {
    startGenerator(readSettings(page))
    return endGenerator
  }, [page])

  useEffect(() => {
    if (timesFailed > 0) showToast(GENERATION_FAILURE)
  }, [timesFailed, showToast])

  return state
}
