import { ExternalLink } from 'lucide-react'

/** An address that a stranger wrote: a link only where it leads to a web page, and else the bare text. */
export function OutsideLink({ url, className = '' }: { url: string; className?: string }) {
  if (!/^https?:\/\//i.test(url)) return <span className={`wrap-anywhere ${className}`}>{url}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={`link wrap-anywhere ${className}`}>
      <bdi>{url}</bdi>
      <ExternalLink aria-hidden size={14} className="ml-1 inline align-[-0.1em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
