import type { ReactNode } from 'react'
import { FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { messageOf } from './client.ts'

type Props<Data> = {
  query: {
    data: Data | undefined
    error: Error | null
    isPending: boolean
    refetch: () => unknown
  }
  failure: string
  /** Number and height class of the placeholders. */
  rows?: number
  height?: string
  children: (data: Data) => ReactNode
}

/** The data of a query, and its loading and failed states. */
export function Loaded<Data>({ query, failure, rows = 1, height, children }: Props<Data>) {
  const { data, error, isPending, refetch } = query
  return (
    <>
      {isPending && <LoadingRows count={rows} height={height} />}
      {error && <FailedState message={messageOf(error, failure)} onRetry={refetch} />}
      {data !== undefined && children(data)}
    </>
  )
}
