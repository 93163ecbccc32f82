import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { AdSlot } from '#web/site/ad-slot.tsx'
import { OutgoingRequests } from '#web/site/outgoing-requests.tsx'
import { ToolHeader } from '#web/site/tool-header.tsx'
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
      <div className="print:hidden">
        <ToolHeader heading="Strong passwords, made in your browser">
          Free. No account needed.
          <span className="max-sm:hidden"> Each password stays on this page until you copy it.</span>
        </ToolHeader>
      </div>
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
