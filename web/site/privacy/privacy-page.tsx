import { usePage } from '#web/lib/page.tsx'
import { Article } from '#web/site/article.tsx'
import { privacySections } from './privacy-sections.tsx'

export function PrivacyPage() {
  const {
    siteName,
    brand,
    analyticsId,
    hasAd,
    logsRequests = false,
    messageDays,
    checksBreaches = false,
  } = usePage()
  return (
    <Article
      path="/privacy"
      name="Privacy policy"
      description={`What ${siteName} stores in your browser, what it sends and counts, what it destroys at midnight, and how to check every claim yourself.`}
      heading="Privacy policy"
      lead="Your passwords stay in your browser. This page lists the little that leaves it and shows you how to watch."
      note={
        <>
          Effective <time dateTime="2025-01-21">January 21, 2025</time>
        </>
      }
      sections={privacySections({
        operator: brand?.operator,
        analyticsId,
        hasAd,
        logsRequests,
        messageDays,
        checksBreaches,
      })}
      hasContents
    />
  )
}
