import { ChevronRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { AD_FRAME_PATH, ANALYTICS_FRAME_PATH } from '#domain/site.ts'
import { noneOutgoing, type Outgoing, outgoingSoFar, watchOutgoing } from '#web/lib/outgoing.ts'
import { usePage } from '#web/lib/page.tsx'

/** What a request to one of these says, and all that it says. */
const MEANINGS: Record<string, string> = {
  '/api/track/password-generated': 'Counter: a password was generated, one alone or one of several',
  '/api/track/password-checked': 'Counter: a password was checked, and the percentage it reached',
  '/api/track/page-view': 'Counter: a page of this site was opened, and which',
  '/api/track/feedback': 'Counter: your answer to “Was this helpful?”',
  '/api/contact': 'Your message from the contact form',
  [AD_FRAME_PATH]: 'The advertisement, in a frame apart from this page',
  [ANALYTICS_FRAME_PATH]: 'The analytics tag, in a frame apart from this page',
}

const KINDS: { sign: RegExp; meaning: string }[] = [
  { sign: /^\/api\/blog\//, meaning: 'Posts of the blog, to be shown to you' },
  { sign: /\.js$/, meaning: 'Code of this site' },
  { sign: /\.css$/, meaning: 'Looks of this site' },
  { sign: /\.(?:ico|png|svg)$/, meaning: 'Picture of this site' },
]

/** Every request that the page made since it was opened, for visitors who want to see the privacy promise kept. */
export function OutgoingRequests() {
  const { hasAd, analyticsId } = usePage()
  const requests = useSyncExternalStore(watchOutgoing, outgoingSoFar, noneOutgoing)
  return (
    <details className="group noscript:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-90"
        />
        What left your browser
      </summary>
      <p className="mt-2 max-w-[64ch] text-muted">
        Every request this page has made since you opened it, as your browser reports them; files that your
        browser had already are listed too. Generate a password, or type one into the checker, and come back:
        what is added are counters.
        {(hasAd || analyticsId !== null) &&
          ' What frames for advertising or analytics request from other sites is not in this list, because browsers don’t report it to the page. The network view of the developer tools shows it.'}
      </p>
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
          {countersFirst(requests).map((request) => (
            <tr key={`${request.address} ${request.isPage}`} className="border-border border-b align-top">
              <td className="min-w-32 break-all py-2 pr-4 font-mono">{request.address}</td>
              <td className="py-2 pr-4">{meaningOf(request)}</td>
              <td className="py-2 text-right tabular-nums">{request.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function meaningOf({ address, isPage }: Outgoing): string {
  if (!address.startsWith('/')) return 'Asked of another site'
  if (isPage) return 'This page'
  const kind = KINDS.find(({ sign }) => sign.test(address))
  return MEANINGS[address] ?? kind?.meaning ?? 'Part of this site'
}

/** What tells something about the visitor is not to be looked for among the files. */
const countersFirst = (requests: readonly Outgoing[]) => requests.toSorted((a, b) => rank(a) - rank(b))

function rank({ address, isPage }: Outgoing): number {
  if (!address.startsWith('/')) return 0
  if (address.startsWith('/api/') || address.startsWith('/frames/')) return 1
  return isPage ? 2 : 3
}
