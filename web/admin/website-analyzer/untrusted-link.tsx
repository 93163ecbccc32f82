import { ExternalLink } from 'lucide-react'

type Props = { url: string; className?: string; tabIndex?: number }

/** An untrusted URL: a link only for http(s), otherwise plain text. */
export function UntrustedLink({ url, className = '', tabIndex }: Props) {
  if (!/^https?:\/\//i.test(url)) return <span className={`wrap-anywhere ${className}`}>{url}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={tabIndex}
      className={`link wrap-anywhere ${className}`}
    >
      <bdi>{url}</bdi>
      <ExternalLink aria-hidden size={14} className="ml-1 inline align-[-0.1em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
