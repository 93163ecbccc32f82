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
      description={`Help with ${siteName}: answers to common questions, useful links, and a form to write to us.`}
      heading="Contact and support"
      lead="Most questions are answered here already. If yours is not, there is a form at the end of the page."
    >
      <TopicCards />
      <div className="mt-14 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,var(--container-article))_minmax(0,16rem)] lg:justify-between">
        <CommonQuestions />
        <QuickResources />
      </div>
      <section aria-labelledby="write" className="mt-14 max-w-article">
        <h2 id="write">Write to us</h2>
        <p className="mt-3 mb-6 text-muted">
          Found a mistake, miss something, or have a question that is not answered above? Tell us.
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
    about: 'Safety, strength, length, symbols, offline use and more.',
  },
  { to: '/about', title: 'How it works', about: 'What happens in your browser when a password is made.' },
  { to: '/privacy', title: 'Your privacy', about: 'Every request this site makes, and how to watch them.' },
  { to: '/about', title: 'About us', about: 'What this site is for, and what it does not do.' },
]

function TopicCards() {
  return (
    <ul className="mt-8 grid gap-px overflow-hidden rounded-card border border-border bg-border sm:grid-cols-2 lg:mt-12">
      {TOPICS.map(({ to, title, about }) => (
        <li key={title} className="bg-surface">
          <Link
            to={to}
            className="group flex h-full items-center justify-between gap-4 px-5 py-4 hover:bg-accent-soft focus-visible:-outline-offset-2"
          >
            <span>
              <span className="block font-semibold group-hover:underline">{title}</span>
              <span className="block text-muted">{about}</span>
            </span>
            <ArrowRight aria-hidden size={18} className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const ANSWERS = [
  {
    question: 'Can you recover a password that I generated here?',
    answer:
      'No. It was made in your browser and never reached us. If you did not save it, use the “forgot password” link of the site that you made it for, and generate a new one.',
  },
  {
    question: 'Do I need an account, and what does it cost?',
    answer: 'You need none, and it costs nothing. There is no paid version either.',
  },
  {
    question: 'Nothing happens when I copy. What can I do?',
    answer:
      'Some browsers keep pages away from the clipboard. Click the password, which selects it, and copy it with Ctrl+C, or ⌘C on a Mac. On a phone, press and hold it.',
  },
  {
    question: 'A site refuses the password. Why?',
    answer:
      'It may not take certain symbols or such a length. Switch symbols off, or set the length to what the site allows, and generate another one.',
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
  { to: '/sitemap', label: 'Every page' },
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
