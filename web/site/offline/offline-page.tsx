import { useEffect } from 'react'
import { Link } from 'react-router'
import { Metadata } from '#web/lib/metadata.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'

const reload = () => location.reload()

/** Served at the requested address, so that a reload retries it. */
export function OfflinePage() {
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])

  return (
    <div className="column py-16 sm:py-24">
      <Metadata title="You seem to be offline" description="This page needs a connection." />
      <h1>You seem to be offline</h1>
      <p className="mt-4 max-w-article text-lg text-muted">
        This page needs a connection, and you seem to be offline. The generator and the checker are stored on
        this device, so both still work.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/" className={buttonLook('primary')}>
          Generate Password
        </Link>
        <Link to="/password-checker" className={buttonLook()}>
          Check a password
        </Link>
        <Button onClick={reload}>Try again</Button>
      </p>
    </div>
  )
}
