import { Link } from 'react-router'
import { Metadata } from '#web/lib/metadata.tsx'
import { buttonLook } from '#web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="column py-16 sm:py-24">
      <Metadata title="404 Page Not Found" description="There’s no page at this address." />
      <div className="h-36 max-w-[44rem] overflow-clip border-border border-t border-l bg-accent-soft/60 [container-type:size] sm:h-56">
        <h1 className="cells font-mono [--characters:18] [--columns-per-row:4.5]">
          <span className="text-accent">404</span> Page Not Found
        </h1>
      </div>
      <p className="mt-8 max-w-article text-lg text-muted">
        There’s no page at this address. It may have moved, or the link may be missing a letter.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/" className={buttonLook('primary')}>
          Generate Password
        </Link>
        <Link to="/sitemap" className={buttonLook()}>
          See every page
        </Link>
      </p>
    </div>
  )
}
