import { Link } from 'react-router'
import { buttonLook } from '#web/ui/button.tsx'

/** What the rating is worth, and what counts more than it can see. */
export function Advice() {
  return (
    <div className="mt-16 grid gap-x-16 gap-y-12 lg:mt-20 lg:grid-cols-2">
      <section aria-labelledby="rules-of-thumb">
        <h2 id="rules-of-thumb">What the rating can’t see</h2>
        <p className="mt-4">
          The six criteria are the usual rules of thumb, each worth a sixth. They catch what falls first:
          short passwords, and ones built around password, 123456, qwerty, admin or letmein. That is all they
          can tell.
        </p>
        <p className="mt-4">
          <code>Summer2026!Go</code> meets all six, yet a season, a year and an exclamation mark are what
          guessing programs try early. <code>orbit kettle mango fable tulip</code> meets four, yet five words
          drawn by chance are far harder to guess. Now that both stand on a public page, use neither.
        </p>
        <p className="mt-4">So read a low rating as a warning, and a high one as no proof.</p>
      </section>
      <section aria-labelledby="matters-most">
        <h2 id="matters-most">What matters most</h2>
        <p className="mt-4">
          The current US guideline,{' '}
          <a href="https://pages.nist.gov/800-63-4/sp800-63b.html" className="link">
            NIST SP 800-63B-4
          </a>
          , tells services to ask for length and to refuse passwords that are common, expected or leaked. It
          tells them not to demand mixtures of character types. For you that means:
        </p>
        <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-muted">
          <li>
            <strong className="font-semibold">Long.</strong> 15 or more where a password is all that protects
            an account.
          </li>
          <li>
            <strong className="font-semibold">Made by chance.</strong> Names, dates and habits can be guessed;
            a random choice can’t.
          </li>
          <li>
            <strong className="font-semibold">Used once.</strong> What leaks at one site is tried at all the
            others. A password manager remembers them for you.
          </li>
        </ul>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to="/" className={buttonLook('primary')}>
            Generate Password
          </Link>
          <Link to="/security-tips" className={buttonLook()}>
            Security Tips
          </Link>
        </p>
      </section>
    </div>
  )
}
