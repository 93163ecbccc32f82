import { Link } from 'react-router'
import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { AdSlot } from '#web/site/ad-slot.tsx'
import { OutgoingRequests } from '#web/site/outgoing-requests.tsx'
import { ToolHeader } from '#web/site/tool-header.tsx'
import { BrandMark } from '#web/ui/brand.tsx'
import { BestPractices } from './best-practices.tsx'
import { FeedbackQuestion } from './feedback-question.tsx'
import { GeneratorCard } from './generator-card.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Section } from './section.tsx'
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

const BENEFITS = [
  {
    title: 'Made on your device',
    text: 'Your own browser makes the password, using the same kind of random numbers that encryption relies on. No server is involved. Load this page, go offline, and it still works.',
  },
  {
    title: 'Every password as likely as any other',
    text: 'Characters are picked without bias, so the strength you see is calculated, not estimated. A password of 16 characters and all four types is one of about 10³¹, all equally likely.',
  },
  {
    title: 'Accepted the first time',
    text: 'Every type you turn on appears at least once, so a sign-up form that insists on a digit and a symbol will accept the password.',
  },
  {
    title: 'Easy to type, too',
    text: 'Sometimes you read a password off one screen and type it on another. Leave out look-alike characters, and nobody confuses 0 with O or 1 with l.',
  },
  {
    title: 'Ten at once',
    text: 'Setting up a classroom, a server, or a family? Generate ten, copy one or all of them, or save them to a text file on your device.',
  },
]

function Benefits() {
  return (
    <Section
      title="What you get"
      intro="One tool that does one job in plain sight and asks for nothing in return. No account, no cost."
    >
      <dl className="divide-y divide-border">
        {BENEFITS.map(({ title, text }) => (
          <div key={title} className="flex flex-wrap gap-x-8 gap-y-1 py-5 first:pt-0 last:pb-0">
            <dt className="basis-52 font-semibold leading-snug">{title}</dt>
            <dd className="min-w-0 max-w-[60ch] flex-1 basis-80 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function PrivacyBadge() {
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
