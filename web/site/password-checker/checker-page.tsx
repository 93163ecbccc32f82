import { Link } from 'react-router'
import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { OutgoingRequests } from '#web/site/outgoing-requests.tsx'
import { ToolHeader } from '#web/site/tool-header.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Checker } from './checker.tsx'

const PATH = '/password-checker'
const TITLE = 'Password strength checker'
const DESCRIPTION =
  'Find out how strong a password is: six checks and an estimate of the guesses needed, part by part, all in your browser. What you type is never stored or sent.'

export function CheckerPage() {
  const { origin, siteName } = usePage()
  return (
    <div className="column max-sm:has-[input:focus]:[&>header>div]:hidden max-sm:has-[input:focus]:[&>header]:py-1 max-sm:has-[input:focus]:[&_h1]:text-base">
      <Metadata
        title={TITLE}
        description={DESCRIPTION}
        path={PATH}
        structuredData={structuredData(origin, siteName)}
      />
      <ToolHeader heading={TITLE}>
        See instantly how a password does on six checks and how soon an attacker would guess it.
      </ToolHeader>
      <Checker />
      <OutgoingRequests />
      <Advice />
    </div>
  )
}

function structuredData(origin: string, siteName: string): object[] {
  const url = `${origin}${PATH}`
  return [
    {
      '@type': 'WebApplication',
      name: `${siteName} ${TITLE}`,
      url,
      description: DESCRIPTION,
      applicationCategory: 'SecurityApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: siteName, item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: TITLE, item: url },
      ],
    },
  ]
}

function Advice() {
  return (
    <div className="mt-16 grid gap-x-16 gap-y-12 lg:mt-20 lg:grid-cols-2">
      <section aria-labelledby="rules-of-thumb">
        <h2 id="rules-of-thumb">What the rating can’t see</h2>
        <p className="mt-4">
          The six criteria are the usual rules of thumb, each worth a sixth. They catch what attackers break
          first: short passwords and ones built around password, 123456, qwerty, admin, or letmein. That’s all
          they can tell.
        </p>
        <p className="mt-4">
          <code>Summer2026!Go</code> meets all six, yet guessing programs try a season, a year, and an
          exclamation mark early on. <code>orbit kettle mango fable tulip</code> meets four, yet five randomly
          chosen words are far harder to guess. Now that both are on a public page, don’t use either.
        </p>
        <p className="mt-4">
          So take a low rating as a warning, but don’t take a high one as proof. If the rating and the
          estimate disagree, trust the estimate.
        </p>
      </section>
      <section aria-labelledby="matters-most">
        <h2 id="matters-most">What matters most</h2>
        <p className="mt-4">
          The current US guideline,{' '}
          <a href="https://pages.nist.gov/800-63-4/sp800-63b.html" className="link whitespace-nowrap">
            NIST SP 800-63B-4
          </a>
          , tells services to ask for length and to reject passwords that are common, predictable, or leaked.
          It tells them not to require a mix of character types. For you, that means:
        </p>
        <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-muted">
          <li>
            <strong className="font-semibold">Long.</strong> 15 characters or more if a password is all that
            protects an account.
          </li>
          <li>
            <strong className="font-semibold">Random.</strong> Names, dates, and habits can be guessed. A
            random choice can’t.
          </li>
          <li>
            <strong className="font-semibold">Used once.</strong> What leaks from one site gets tried on all
            the others. A password manager remembers them for you.
          </li>
        </ul>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to="/" className={buttonLook('primary')}>
            Generate Password
          </Link>
          <Link to="/security-tips" className={buttonLook()}>
            Security tips
          </Link>
        </p>
      </section>
    </div>
  )
}
