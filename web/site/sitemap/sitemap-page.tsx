import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { buttonLook } from '#web/ui/button.tsx'

type Entry = { path: string; title: string; description: string; isAdmin?: boolean; isDocument?: boolean }

const ENTRIES: Entry[] = [
  {
    path: '/',
    title: 'Home',
    description: 'The password generator: a strong password in one click, or ten at once.',
  },
  {
    path: '/password-checker',
    title: 'Password checker',
    description:
      'Type a password and see how soon an attacker would guess it, and why. It never leaves your browser.',
  },
  {
    path: '/security-tips',
    title: 'Security tips',
    description:
      'How to choose, store, and protect passwords, in plain English and in line with current standards.',
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'Answers to common questions, useful links, and a contact form.',
  },
  {
    path: '/blog',
    title: 'Blog',
    description: 'Security insights and password best practices, one article at a time.',
  },
  {
    path: '/admin/login',
    title: 'Admin Login',
    description: 'Sign-in for the people who run this site. Visitors need no account.',
    isAdmin: true,
  },
]

export function SitemapPage() {
  const { siteName, brand } = usePage()
  const own = (brand?.pages ?? [])
    .filter(({ isUnlisted }) => !isUnlisted)
    .map(({ path, title, about }) => ({ path, title, description: about, isDocument: true }))
  return (
    <PageFrame
      path="/sitemap"
      name="Sitemap"
      description={`Every part of ${siteName} at a glance: the generator, the password checker, security tips, contact, and the blog.`}
      heading="Sitemap"
      lead="Every part of the site at a glance."
    >
      <div className="mt-8 space-y-6 lg:mt-12">
        <EntryList entries={ENTRIES} />
        {own.length > 0 && <EntryList entries={own} />}
      </div>
      <section
        aria-labelledby="call"
        className="mt-12 flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-5 border-border border-t pt-10"
      >
        <div>
          <h2 id="call">Here for a password?</h2>
          <p className="mt-2 text-muted">
            A strong one is waiting for you on the home page. One click copies it.
          </p>
        </div>
        <Link to="/" className={buttonLook('primary')}>
          Generate Password
        </Link>
      </section>
    </PageFrame>
  )
}

function EntryList({ entries }: { entries: Entry[] }) {
  return (
    <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
      {entries.map((entry) => (
        <li key={entry.path}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function EntryLink({ entry: { path, title, description, isAdmin, isDocument } }: { entry: Entry }) {
  const { origin, adminOrigin } = usePage()
  const host = isAdmin ? (adminOrigin ?? origin) : origin
  const look =
    'group grid gap-x-8 gap-y-1 px-5 py-4 hover:bg-accent-soft focus-visible:-outline-offset-2 md:grid-cols-[1fr_auto] md:items-center'
  const content = (
    <>
      <span>
        <span className="block font-semibold group-hover:underline">{title}</span>
        <span className="block text-muted">{description}</span>
      </span>
      <span className="font-mono text-accent text-sm [overflow-wrap:anywhere]">{`${host}${path}`}</span>
    </>
  )
  // The admin area is a separate document with its own policy.
  return isAdmin ? (
    <a href={`${adminOrigin ?? ''}${path}`} className={look}>
      {content}
    </a>
  ) : (
    <Link to={path} reloadDocument={isDocument} className={look}>
      {content}
    </Link>
  )
}
