import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import type { EstimateResult } from './estimate-worker.ts'
import type { Estimator } from './estimator.ts'

export type EstimateState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  /** `password` is the estimated text; `isCurrent` is false while a newer one is being estimated. */
  | { kind: 'ready'; estimate: Estimate; password: string; isCurrent: boolean }

/**
 * Loads code and data on `prepare` or the first character, and retries on the next one. `known` is what others know
 * about the person, as for `readContext`.
 */
export function useEstimate(password: string, known = ''): { state: EstimateState; prepare: () => void } {
  const [result, setResult] = useState<EstimateResult | null>(null)
  const running = useRef<Promise<Estimator> | null>(null)

  function start(): Promise<Estimator> {
    if (running.current) return running.current
    const started = load(receive)
    running.current = started
    started.catch(() => receive({ kind: 'failure' }))
    return started
  }

  function receive(received: EstimateResult): void {
    if (received.kind === 'failure') stop()
    // Rendering must not delay the next key.
    startTransition(() => setResult(received))
  }

  function stop(): void {
    running.current?.then(
      ({ close }) => close(),
      () => undefined,
    )
    running.current = null
  }

  const request = useEffectEvent((password: string, known: string) => {
    if (password === '') setResult(null)
    else
      start().then(
        ({ estimate }) => estimate({ password, known }),
        () => undefined,
      )
  })
  const end = useEffectEvent(stop)
  useEffect(() => request(password, known), [password, known])
  useEffect(() => {
    // A page that is kept for Back keeps no password.
    const onLeave = () => end()
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      end()
    }
  }, [])

  return { state: stateOf(result, password, known), prepare: () => void start() }
}

const load = async (onResult: (news: EstimateResult) => void) =>
  (await import('./estimator.ts')).createEstimator(onResult)

function stateOf(result: EstimateResult | null, password: string, known: string): EstimateState {
  if (result?.kind === 'failure') return { kind: 'failed' }
  if (result === null) return { kind: 'loading' }
  const { estimate } = result
  const isCurrent = result.password === password && result.known === known
  return { kind: 'ready', estimate, password: result.password, isCurrent }
}
