import { Link } from 'react-router'
import type { Brand } from '#domain/site.ts'
import { type ArticleSection, Facts } from '#web/site/article.tsx'

/** Renders nothing unless the operator is configured. */
export function operatorSections(operator: Brand['operator']): ArticleSection[] {
  if (!operator) return []
  const { name, contact } = operator
  return [
    {
      id: 'operator',
      title: 'Who runs this site',
      body: (
        <>
          <p>
            <strong>{name}</strong> runs this site and is responsible for the little data it receives.
          </p>
          <p>
            {contact === undefined ? 'To get in touch, use' : <>To get in touch: {linked(contact)}, or use</>}{' '}
            the <Link to="/contact">contact form</Link>.
          </p>
        </>
      ),
    },
  ]
}

/** What Article 13 of the GDPR requires of a form. `period` follows “until an administrator deletes it.” */
export function ContactFormFacts({
  operator: { name, contact },
  period,
}: {
  operator: NonNullable<Brand['operator']>
  period: string | undefined
}) {
  const controller = contact === undefined ? ', reached by the contact form.' : <>, {linked(contact)}</>
  return (
    <>
      <p>The General Data Protection Regulation (GDPR) entitles you to know this about your message:</p>
      <Facts
        items={[
          {
            term: 'Controller',
            text: (
              <>
                {name}
                {controller}
              </>
            ),
          },
          {
            term: 'Purpose',
            text: 'To read and answer your message, and to keep the form from being flooded.',
          },
          {
            term: 'Legal ground',
            text: 'Our legitimate interest in these two purposes: Article 6(1)(f) GDPR. If you write about a contract with us, or to enter into one: Article 6(1)(b).',
          },
          {
            term: 'Kept for',
            text: `Until an administrator deletes it${period ?? ', which is due once it is answered and no longer needed'}. Backups made before then keep it until they are deleted themselves.`,
          },
          {
            term: 'Recipients',
            text: 'This site’s administrators, and the companies that host this server, its backups, and our email for us.',
          },
          {
            term: 'Required fields',
            text: 'No law or contract requires you to write. Without a name, an email address, a subject, and a message, the form can’t be sent.',
          },
          {
            term: 'Your rights',
            text: 'You can ask for access to your data, its correction, its deletion, a restriction of its use, and a copy to take elsewhere: Articles 15 to 18 and 20 GDPR.',
          },
          {
            term: 'Complaints',
            text: 'You can complain to a data protection authority, such as the one where you live, where you work, or where you think the law was broken.',
          },
          {
            term: 'Automated decisions',
            text: 'None: no automated decision or profile is made of what you write.',
          },
        ]}
      />
      <p>
        <strong>You can object</strong> at any time, on grounds that arise from your situation, to the use of
        your data for a legitimate interest: Article 21 GDPR. Write to us as above, or use the form.
      </p>
    </>
  )
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>".]+\.[^\s@<>",;]*[^\s@<>",;.]$/
const WEB_PAGE = /^https:\/\/[^\s<>"]*[^\s<>",;.]$/

/** Links email and web addresses. */
export const linked = (text: string) =>
  text.split(/(,?\s+)/).map((word, index) => {
    const address = EMAIL.test(word) ? `mailto:${word}` : WEB_PAGE.test(word) ? word : null
    return address === null ? (
      word
    ) : (
      <a key={index} href={address}>
        {word}
      </a>
    )
  })
