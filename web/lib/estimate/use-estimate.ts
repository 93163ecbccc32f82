import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import type { EstimateNews } from './estimate-worker.ts'
import type { Estimator } from './estimator.ts'

export type EstimateState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  /** `password` is what was estimated: an earlier text until the answer about the current one is here. */
  | { kind: 'ready'; estimate: Estimate; password: string; isCurrent: boolean }

/**
 * The estimate of a password. Its code and data are fetched by `prepare`, or with the first character; the last one
 * stays until there is a new one, marked as not current. After a failure the next `prepare` or character tries again.
 */
export function useEstimate(password: string): { state: EstimateState; prepare: () => void } {
  const [news, setNews] = useState<EstimateNews | null>(null)
  const running = useRef<Promise<Estimator> | null>(null)

  function start(): Promise<Estimator> {
    if (running.current) return running.current
    const started = load(receive)
    running.current = started
    started.catch(() => receive({ kind: 'failure' }))
    return started
  }

  function receive(received: EstimateNews): void {
    if (received.kind === 'failure') stop()
    // Drawing the answer must not delay the next key.
    startTransition(() => setNews(received))
  }

  function stop(): void {
    running.current?.then(
      ({ close }) => close(),
      () => undefined,
    )
    running.current = null
  }

  const estimate = useEffectEvent((text: string) => {
    if (text === '') setNews(null)
    else
      start().then(
        ({ ask }) => ask(text),
        () => undefined,
      )
  })
  const end = useEffectEvent(stop)
  useEffect(() => estimate(password), [password])
  useEffect(() => () => end(), [])

  return { state: stateOf(news, password), prepare: () => void start() }
}

const load = async (onNews: (news: EstimateNews) => void) =>
  (await import('./estimator.ts')).createEstimator(onNews)

function stateOf(news: EstimateNews | null, password: string): EstimateState {
  if (news?.kind === 'failure') return { kind: 'failed' }
  if (news === null) return { kind: 'loading' }
  const { estimate } = news
  return { kind: 'ready', estimate, password: news.password, isCurrent: news.password === password }
}
