import { type ReactNode, useSyncExternalStore } from 'react'
import { noneOutgoing, outgoingSoFar, watchOutgoing } from '#web/lib/outgoing-requests.ts'
import { part } from './home/data-part.ts'
import { openLedger } from './ledger.ts'
import { describePromise } from './request-summary.ts'

type Props = { heading: string; children: ReactNode }

/** The heading of generator and checker, with the number of passwords sent. */
export function ToolHeader({ heading, children }: Props) {
  const requests = useSyncExternalStore(watchOutgoing, outgoingSoFar, noneOutgoing)
  return (
    <header className="pt-2 pb-3 sm:pt-8 sm:pb-6 lg:pt-12 lg:pb-8">
      <h1 className="text-2xl sm:text-[2.125rem]">{heading}</h1>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-6">
        <p className="text-muted lg:text-lg">{children}</p>
        <button
          {...part('promise')}
          type="button"
          suppressHydrationWarning
          onClick={openLedger}
          className="-my-2.5 min-h-11 rounded-control print:hidden font-mono text-accent text-sm underline decoration-1 underline-offset-4 hover:decoration-2 noscript:hidden"
        >
          {describePromise(requests)}
        </button>
      </div>
    </header>
  )
}
