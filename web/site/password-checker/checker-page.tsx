import { Metadata } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { OutgoingRequests } from '#web/site/outgoing-requests.tsx'
import { ToolHeader } from '#web/site/tool-header.tsx'
import { Advice } from './advice.tsx'
import { Checker } from './checker.tsx'

const PATH = '/password-checker'
const TITLE = 'Password strength checker'
const DESCRIPTION =
  'Find out how strong a password is: six checks and an estimate of the guesses needed, part by part, all in your browser. What you type is never stored or sent.'

export function CheckerPage() {
  const { origin, siteName } = usePage()
  return (
    <div className="column">
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
