import { Link } from 'react-router'
import type { Brand } from '#domain/site.ts'
import type { ArticleSection } from '#web/site/article.tsx'

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

const EMAIL = /^[^\s@<>"]+@[^\s@<>".]+\.[^\s@<>",;]*[^\s@<>",;.]$/
const WEB_PAGE = /^https:\/\/[^\s<>"]*[^\s<>",;.]$/

/** Links email and web addresses. */
const linked = (text: string) =>
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
