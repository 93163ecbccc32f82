import { ChevronRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { assumedConnection, readConnection, watchConnection } from '#web/lib/connection.ts'
import { noneOutgoing, type Outgoing, outgoingSoFar, watchOutgoing } from '#web/lib/outgoing-requests.ts'
import { usePage } from '#web/lib/page.tsx'
import { part } from './home/data-part.ts'
import { LEDGER_ID } from './ledger.ts'
import { describeTraffic, explain } from './request-summary.ts'

/** A live summary of what this page has sent; expands to the list of requests. */
export function OutgoingRequests() {
  const { hasAd, analyticsId } = usePage()
  const requests = useSyncExternalStore(watchOutgoing, outgoingSoFar, noneOutgoing)
  const connection = useSyncExternalStore(watchConnection, readConnection, assumedConnection)
  return (
    <details id={LEDGER_ID} className="group sm:mt-1 lg:mt-3 noscript:hidden print:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control pr-2 text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
        />
        {/* The first script may count beyond the server-rendered value. One text node, so that nothing shifts. */}
        <span
          {...part('sent')}
          suppressHydrationWarning
          className="tabular-nums max-sm:text-sm max-sm:leading-snug"
        >
          {describeTraffic(requests, connection)}
        </span>
      </summary>
      <div className="mt-2 overflow-x-auto rounded-card border border-border bg-surface p-5 sm:p-8">
        <h2 className="text-xl">What left your browser</h2>
        <p className="mt-3 max-w-[64ch] text-muted">
          Every request this page has made since you opened it, as reported by your browser. Files it already
          had are listed too. Generate a password, or check one, then look again: only counts are added.
          {(hasAd || analyticsId !== null) &&
            ' Browsers don’t report what ad and analytics frames request from other sites. Your developer tools do, in the network panel.'}
        </p>
        <RequestTable requests={requests} />
      </div>
    </details>
  )
}

function RequestTable({ requests }: { requests: readonly Outgoing[] }) {
  return (
    <table className="mt-4 w-full text-left text-sm">
      <thead>
        <tr className="border-border border-b text-muted">
          <th scope="col" className="py-2 pr-4 font-medium">
            Address
          </th>
          <th scope="col" className="py-2 pr-4 font-medium">
            What it is
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Times
          </th>
        </tr>
      </thead>
      <tbody>
        {countsFirst(requests).map((request) => (
          <tr key={`${request.address} ${request.isPage}`} className="border-border border-b align-top">
            <td className="break-all py-2 pr-4 font-mono sm:min-w-32">{request.address}</td>
            <td className="py-2 pr-4">{explain(request).meaning}</td>
            <td className="py-2 text-right tabular-nums">{request.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Requests that reveal something about the visitor come before files. */
const countsFirst = (requests: readonly Outgoing[]) => requests.toSorted((a, b) => rank(a) - rank(b))

function rank({ address, isPage }: Outgoing): number {
  if (!address.startsWith('/')) return 0
  if (address.startsWith('/api/') || address.startsWith('/frames/')) return 1
  return isPage ? 2 : 3
}
