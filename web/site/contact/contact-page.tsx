import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { ContactForm } from './contact-form.tsx'

export function ContactPage() {
  const { siteName } = usePage()
  return (
    <PageFrame
      path="/contact"
      name="Contact"
      description={`Get help with ${siteName}: answers to common questions, useful links, and a contact form.`}
      heading="Contact and support"
      lead="You’ll find most answers right here. If yours is missing, use the form at the bottom of the page."
    >
      <TopicCards />
      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,var(--container-article))_minmax(0,16rem)] lg:justify-between">
        <CommonQuestions />
        <QuickResources />
      </div>
      <section aria-labelledby="write" className="mt-14 max-w-article has-[form]:print:hidden">
        <h2 id="write">Write to us</h2>
        <p className="mt-3 mb-6 text-muted">
          Found a mistake? Missing something? Have a question we haven’t answered? Let us know.
        </p>
        <ContactForm />
      </section>
    </PageFrame>
  )
}

const TOPICS = [
  {
    to: '/faq',
    title: 'Frequently asked questions',
    about: 'Safety, strength, length, symbols, offline use, and more.',
  },
  {
    to: '/about',
    title: 'How it works',
    about: 'What happens in your browser when you generate a password.',
  },
  {
    to: '/privacy',
    title: 'Your privacy',
    about: 'Every request this site makes, and how to watch it happen.',
  },
  { to: '/about', title: 'About us', about: 'What this site is for, and what it doesn’t do.' },
]

function TopicCards() {
  return (
    <ul className="mt-8 grid gap-px overflow-hidden rounded-card border border-border bg-border sm:grid-cols-2 lg:mt-12">
      {TOPICS.map(({ to, title, about }) => (
        <li key={title} className="bg-surface">
          {/* Centering would move it when a taller card loads beside it. */}
          <Link
            to={to}
            className="group flex h-full items-start justify-between gap-4 px-5 py-4 hover:bg-accent-soft focus-visible:-outline-offset-2"
          >
            <span>
              <span className="block font-semibold group-hover:underline">{title}</span>
              <span className="block text-muted">{about}</span>
            </span>
            <ArrowRight aria-hidden size={18} className="mt-1 shrink-0 text-muted print:hidden" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const ANSWERS = [
  {
    question: 'Can you recover a password I generated here?',
    answer:
      'No. Your browser made it, and it never reached us. If you didn’t save it, use the “Forgot password” link on the site it was for, and generate a new one.',
  },
  {
    question: 'Do I need an account? What does it cost?',
    answer: 'You don’t need an account, and it’s free. There’s no paid version.',
  },
  {
    question: 'Copy isn’t working. What can I do?',
    answer:
      'Some browsers block clipboard access. Click the password to select it, then press Ctrl+C, or ⌘C on a Mac. On a phone, touch and hold it.',
  },
  {
    question: 'Why does a site reject my password?',
    answer:
      'The site may not allow some symbols or that length. List the symbols in “Characters to leave out” under “More options,” or set the length to what the site allows, and generate another one.',
  },
]

function CommonQuestions() {
  return (
    <section aria-labelledby="common-questions">
      <h2 id="common-questions">Common questions</h2>
      <div className="mt-5 space-y-6">
        {ANSWERS.map(({ question, answer }) => (
          <section key={question}>
            <h3>{question}</h3>
            <p className="mt-1.5 text-muted">{answer}</p>
          </section>
        ))}
      </div>
    </section>
  )
}

const RESOURCES = [
  { to: '/', label: 'Password generator' },
  { to: '/password-checker', label: 'Password checker' },
  { to: '/security-tips', label: 'Security tips' },
  { to: '/blog', label: 'Blog' },
  { to: '/sitemap', label: 'All pages' },
]

function QuickResources() {
  return (
    <nav aria-labelledby="quick-resources">
      <h2 id="quick-resources" className="text-xl">
        Quick resources
      </h2>
      <ul className="mt-3 border-border border-l">
        {RESOURCES.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="-ml-px flex min-h-10 items-center border-transparent border-l pl-4 text-muted hover:border-accent hover:text-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
