import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { AdSlot } from '#web/site/ad-slot.tsx'
import { OutgoingRequests } from '#web/site/outgoing-requests.tsx'
import { Benefits } from './benefits.tsx'
import { BestPractices } from './best-practices.tsx'
import { FeedbackQuestion } from './feedback-question.tsx'
import { GeneratorCard } from './generator-card.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PrivacyBadge } from './privacy-badge.tsx'
import { structuredData } from './structured-data.ts'

const DESCRIPTION =
  'Generate strong random passwords of 8 to 64 characters in your browser, one or ten at a time. Free, no account needed, and no password is ever sent or stored.'

export function HomePage() {
  const page = usePage()
  return (
    <div className="column">
      <Metadata
        title="Strong Password Generator"
        description={DESCRIPTION}
        path="/"
        structuredData={structuredData(page, DESCRIPTION)}
      />
      <header className="print:hidden pt-2 pb-3 sm:pt-8 sm:pb-6 lg:pt-12 lg:pb-8">
        <h1 className="text-2xl sm:text-[2.125rem]">Strong passwords, made in your browser</h1>
        <p className="mt-2 text-muted lg:text-lg">
          Free. No account needed.
          <span className="max-sm:hidden"> Each password stays on this page until you copy it.</span>
        </p>
      </header>
      <GeneratorCard />
      <OutgoingRequests />
      <div className="print:hidden">
        <AdSlot />
        <Benefits />
        <HowItWorks />
        <BestPractices />
        <FeedbackQuestion />
        <PrivacyBadge />
      </div>
    </div>
  )
}
