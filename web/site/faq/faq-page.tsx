import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { Accordion } from '#web/ui/accordion.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { QUESTIONS, type Question } from './questions.ts'

export function FaqPage() {
  const { siteName } = usePage()
  return (
    <PageFrame
      path="/faq"
      name="FAQ"
      description={`Is ${siteName} safe? How long should a password be, and does it need symbols? Short, honest answers to eight common questions.`}
      heading="Frequently asked questions"
      lead="Short answers about the generator, the checker, and passwords in general."
      structuredData={[faqPage(QUESTIONS)]}
    >
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:mt-12 lg:grid-cols-[minmax(0,var(--container-article))_minmax(0,15rem)] lg:justify-between">
        <Accordion
          name="questions"
          items={QUESTIONS.map((entry) => ({
            id: entry.id,
            title: entry.question,
            content: <Answer {...entry} />,
          }))}
        />
        <ReadOn />
      </div>
    </PageFrame>
  )
}

function Answer({ answer, link }: Question) {
  return (
    <Prose>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link && (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      )}
    </Prose>
  )
}

function ReadOn() {
  return (
    <section aria-labelledby="read-on">
      <h2 id="read-on" className="text-lg">
        Have another question?
      </h2>
      <p className="mt-2 text-muted">
        The{' '}
        <Link to="/security-tips" className="link">
          security tips
        </Link>{' '}
        go into more depth, and the{' '}
        <Link to="/privacy" className="link">
          privacy policy
        </Link>{' '}
        lists every request this site makes. For anything else,{' '}
        <Link to="/contact" className="link">
          write to us
        </Link>
        .
      </p>
    </section>
  )
}

/** schema.org FAQPage, with the texts of the page. */
function faqPage(questions: Question[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  }
}
