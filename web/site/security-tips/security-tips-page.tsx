import { Link } from 'react-router'
import { checkPassword } from '#domain/passwords/checklist.ts'
import { Article, type ArticleSection, Facts } from '#web/site/article.tsx'

const STANDARD = 'https://pages.nist.gov/800-63-4/sp800-63b.html'

export function SecurityTipsPage() {
  return (
    <Article
      path="/security-tips"
      name="Password Security Tips"
      description="How to choose, keep and protect passwords, in plain words and in line with NIST SP 800-63B-4: length first, no forced changes, managers, passkeys."
      heading="Password security tips"
      lead="What makes a password safe has changed. Length matters more than symbols, being unique matters more than being changed, and a second factor matters more than both."
      note={
        <>
          These tips follow{' '}
          <a href={STANDARD} rel="noreferrer" className="link">
            NIST SP 800-63B-4
          </a>
          , the guidelines on sign-in that the U.S. National Institute of Standards and Technology published
          in 2025. They bind federal services; everyone else can profit from them.
        </>
      }
      sections={SECTIONS}
      hasContents
    />
  )
}

const DISGUISED = 'P@ssword123!'
const REPEATED = 'aaaaaaaaaaA1!'
const FOUR_WORDS = 'tundra walnut orbit clarinet'

/** What the checker really says, so that the article can't come to differ from it. */
const verdict = (password: string) => {
  const { shown, label } = checkPassword(password)
  return `${shown}%, “${label}”`
}

const SECTIONS: ArticleSection[] = [
  {
    id: 'length',
    title: 'Length comes first',
    body: (
      <>
        <p>
          Passwords are guessed by machines. After a leak, someone who holds the scrambled passwords can try
          billions of guesses per second, and each character you add multiplies the work, while swapping an
          “a” for an “@” hardly adds any: guessing programs try that swap early.
        </p>
        <p>
          NIST therefore puts length before composition. Where a password is the only thing that protects an
          account, sites must ask for <strong>at least 15 characters</strong>. Where a second factor is always
          needed as well, 8 are allowed as the minimum. And sites should take passwords of up to at least 64
          characters, spaces and all languages included.
        </p>
        <p>
          A random password of 16 characters from our <Link to="/">generator</Link> is beyond guessing with
          any hardware we know of. Going to 20 or more costs you nothing when a password manager types it for
          you.
        </p>
      </>
    ),
  },
  {
    id: 'random',
    title: 'Let a machine choose',
    body: (
      <>
        <p>
          People choose alike: a name, a year, a keyboard row, a capital at the start and an exclamation mark
          at the end. Guessing programs know these habits and try them first. A password that a generator drew
          at random has no habit to exploit, and its strength can be calculated rather than hoped for.
        </p>
        <p>
          For the two or three passwords that you must be able to type and remember, such as the one that
          opens your computer or your password manager, use a passphrase: five or six words chosen by dice or
          by a program, not by you, and not a quotation.
        </p>
      </>
    ),
  },
  {
    id: 'unique',
    title: 'One account, one password',
    body: (
      <p>
        When a site is broken into, its list of addresses and passwords is soon tried on every other site.
        This is called credential stuffing, and against a reused password it works however long the password
        is. A different password for every account turns a leak into a problem with one account. If you can
        change only a few today, begin with your email: whoever holds it can reset nearly everything else.
      </p>
    ),
  },
  {
    id: 'managers',
    title: 'Use a password manager, and paste',
    body: (
      <>
        <p>
          Nobody can remember a hundred long random passwords. A password manager can, and it adds a
          protection of its own: it offers a password only on the site that it belongs to, so a look-alike
          page gets nothing. The managers built into browsers and phones are a good start; a separate one
          helps when you use devices of different makers.
        </p>
        <p>
          NIST requires sites to allow password managers and recommends allowing paste. If a site blocks
          pasting into its password field, that is the site’s mistake and no security measure. Writing the
          main password down and keeping it in a locked drawer is fine, too: burglars rarely come for it.
        </p>
      </>
    ),
  },
  {
    id: 'second-factor',
    title: 'Add a second factor, prefer passkeys',
    body: (
      <>
        <p>
          A password can be phished, however strong it is: you can be talked into typing it on the wrong page.
          A second factor means that the password alone is not enough. From best to least:
        </p>
        <ul>
          <li>
            <strong>Passkeys and security keys</strong> are tied to the real address of a site, so a fake site
            can’t use them. A passkey replaces the password altogether. Take one wherever it is offered.
          </li>
          <li>
            <strong>Codes from an authenticator app</strong> work without a phone network, but can be typed
            into a fake page.
          </li>
          <li>
            <strong>Codes by text message</strong> can also be diverted by someone who takes over your phone
            number. They are still far better than no second factor.
          </li>
        </ul>
        <p>
          Store the recovery codes that you get when you turn it on. Losing a phone should not mean losing an
          account.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Change a password for a reason, not on a date',
    body: (
      <p>
        Being made to change passwords every few months leads to <code>Summer2025!</code> becoming{' '}
        <code>Autumn2025!</code>. NIST now forbids sites to demand regular changes. They must demand one when
        there is evidence that a password is compromised, and so should you: change it at once when a site
        reports a leak, when you typed it on a page you now doubt, or when someone who knew it should know it
        no longer. Leave the others alone.
      </p>
    ),
  },
  {
    id: 'sites',
    title: 'What a good site does',
    body: (
      <>
        <p>The same guidelines tell sites what to do. You can recognize a careful one by this:</p>
        <Facts
          items={[
            {
              term: 'Length',
              text: 'At least 15 characters for a password on its own, and no low maximum.',
            },
            {
              term: 'No recipe',
              text: 'No demand for a capital, a digit and a symbol. Such rules make passwords more alike, so NIST forbids them.',
            },
            {
              term: 'A blocklist',
              text: 'New passwords are compared with those that are known from leaks, are very common, or contain little but the name of the site. If yours is refused, the site says why.',
            },
            {
              term: 'No hints',
              text: 'No password hints for strangers to read, and no security questions.',
            },
            {
              term: 'Limited guessing',
              text: 'After a number of wrong tries the site slows down or stops answering.',
            },
            {
              term: 'Show and paste',
              text: 'You can look at what you typed, paste, and use a password manager.',
            },
          ]}
        />
      </>
    ),
  },
  {
    id: 'our-checker',
    title: 'Where our own checker falls short',
    body: (
      <>
        <p>
          Our <Link to="/password-checker">password checker</Link> looks at six criteria: at least 12
          characters, uppercase, lowercase, numbers, special characters, and no common pattern. They give a
          quick first impression, but they don’t measure what NIST asks for:
        </p>
        <ul>
          <li>Four of the six are about composition, which NIST forbids sites to demand.</li>
          <li>Its bar for length is 12 characters, while 15 is the minimum for a password on its own.</li>
          <li>
            Its list of common patterns has five entries. A real blocklist holds many thousands of leaked
            passwords.
          </li>
        </ul>
        <p>
          So it can be too kind: <code>{DISGUISED}</code> gets {verdict(DISGUISED)}, although it is among the
          first things that a guessing program tries, and so does <code>{REPEATED}</code>. And it can be too
          strict: four random words such as <code>{FOUR_WORDS}</code> get only {verdict(FOUR_WORDS)}, although
          they are harder to guess than either. Read its result as a hint about form. If you want a password
          whose strength you don’t need to guess at, have it <Link to="/">generated</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'routine',
    title: 'A routine for this week',
    body: (
      <ol>
        <li>Pick a password manager and give it a long passphrase of random words.</li>
        <li>Give your email account a new generated password and a passkey or a second factor.</li>
        <li>Do the same for your bank, your phone provider and the account that backs up your phone.</li>
        <li>Replace every other reused password the next time you sign in there.</li>
        <li>Print the recovery codes and put them where you keep your passport.</li>
      </ol>
    ),
  },
]
