import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { BrandMark } from '#web/ui/brand.tsx'

export function PrivacyBadge() {
  const { analyticsId, hasAd } = usePage()
  const contactsNoOtherSite = analyticsId === null && !hasAd
  return (
    <section className="mt-20 grid grid-cols-[minmax(0,1fr)] items-center gap-x-10 gap-y-6 rounded-card border border-border bg-surface p-4 min-[17rem]:p-6 sm:p-8 lg:grid-cols-[1fr_auto]">
      <div className="max-w-[64ch]">
        <h2 className="wrap-anywhere flex items-center gap-3 text-xl max-[17rem]:flex-wrap">
          <BrandMark size={24} />
          Your passwords stay in your browser
        </h2>
        <p className="mt-3 text-muted">
          Don’t take our word for it. The line under the generator counts what this page has sent and opens
          the full list. Or open the network panel of your browser’s developer tools and generate a password:
          you’ll see one request{contactsNoOtherSite ? '' : ' to this site'}. It adds one to a counter and
          says only this.{contactsNoOtherSite && ' Nothing goes to any other site.'} The{' '}
          <Link to="/privacy" className="link">
            privacy policy
          </Link>{' '}
          lists everything we count.
        </p>
      </div>
      <code className="justify-self-start break-all rounded-control bg-bg px-4 py-3 text-base">
        {'{'}
        <span className="text-symbol">"type"</span>:<span className="text-accent">"single"</span>
        {'}'}
      </code>
    </section>
  )
}
