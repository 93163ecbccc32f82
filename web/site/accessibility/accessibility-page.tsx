import { Link } from 'react-router'
import { usePage } from '#web/lib/page.tsx'
import { Article, type ArticleSection } from '#web/site/article.tsx'
import { linked } from '#web/site/privacy/operator-section.tsx'

export function AccessibilityPage() {
  const { siteName, hasAd, brand } = usePage()
  return (
    <Article
      path="/accessibility"
      name="Accessibility"
      description={`How accessible ${siteName} is, what is tested, which limits are known, and how to report a barrier.`}
      heading="Accessibility statement"
      lead="Everyone should be able to generate and check a password here. This page says how far we are, and how to tell us if something stops you."
      note={
        <>
          Prepared <time dateTime="2026-11-27">November 27, 2026</time>, from our own tests
        </>
      }
      sections={sectionsOf(hasAd, brand?.operator?.contact)}
    />
  )
}

const sectionsOf = (hasAd: boolean, contact: string | undefined): ArticleSection[] => [
  {
    id: 'level',
    title: 'Level',
    body: (
      <p>
        The pages of this site are built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level
        AA. We know of no failure other than the limits below. Nobody outside the project has audited the
        site.
      </p>
    ),
  },
  {
    id: 'tested',
    title: 'What is tested',
    body: (
      <>
        <p>Each release is tested in a browser. The release fails if one of these doesn’t hold:</p>
        <ul>
          <li>
            An automated checker (axe) finds nothing on any page, on phones and desktops, light and dark.
          </li>
          <li>Pages need no sideways scrolling 320 pixels wide, and no text overlaps at twice its size.</li>
          <li>The menus work with the keyboard alone, and focus returns to where it was.</li>
          <li>Screen readers announce a new password once.</li>
          <li>Every mark stays visible in forced colors, and nothing animates with reduced motion.</li>
          <li>Apart from the tools and forms, pages can be read without JavaScript.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Known limits',
    body: (
      <ul>
        <li>
          Automated tests find only some barriers. The site hasn’t been tested by people who use assistive
          technology every day.
        </li>
        <li>
          Screen readers read a random password badly. “Spell it out” below the password lists its characters
          by name. A passphrase is easier to listen to.
        </li>
        <li>The generator, the checker, and the contact form require JavaScript.</li>
        <li>The texts of the site are in English only.</li>
        <li>Blog posts are written by their authors: an image may lack a description.</li>
        {hasAd && <li>The ad on the home page may come from another company and isn’t tested.</li>}
      </ul>
    ),
  },
  {
    id: 'report',
    title: 'Report a barrier',
    body: (
      <p>
        Use the <Link to="/contact">contact form</Link>
        {contact !== undefined && <>, or write to {linked(contact)}</>}. Say which page it is, what you tried,
        and which browser and assistive technology you use, if any.
      </p>
    ),
  },
]
