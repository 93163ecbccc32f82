import { useState } from 'react'
import { useSearchParams } from 'react-router'

type Change = (next: URLSearchParams, options?: { replace?: boolean }) => void

/**
 * URL parameters with optimistic updates: the router applies changes in a transition, and a controlled switch or
 * radio button would flicker.
 */
export function useOptimisticSearchParams(): [URLSearchParams, Change] {
  const [parameters, setParameters] = useSearchParams()
  const [change, setChange] = useState({ from: parameters, to: parameters })
  const current = change.from === parameters ? change.to : parameters
  return [
    current,
    (next, options) => {
      setChange({ from: parameters, to: next })
      setParameters(next, options)
    },
  ]
}
