import { Link } from 'react-router'
import { checkPassword } from '#domain/passwords/checklist.ts'
import { Article, type ArticleSection, Facts } from '#web/site/article.tsx'

const STANDARD = 'https://pages.nist.gov/800-63-4/sp800-63b.html'

export function SecurityTipsPage() {
  return (
    <Article
      path="/security-tips"
      name="Password security tips"
      description="How to choose, store, and protect passwords, in plain English and in line with NIST SP 800-63B-4: length first, no forced changes, managers, passkeys."
      heading="Password security tips"
      lead="What makes a password safe has changed. Length matters more than symbols, unique matters more than new, and a second factor matters more than both."
      note={
        <>
          These tips follow{' '}
          <a href={STANDARD} rel="noreferrer" className="link">
            NIST SP 800-63B-4
          </a>
          , the sign-in guidelines that the US National Institute of Standards and Technology published in
          2025. They’re binding for federal services and useful for everyone else.
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

/** Quotes the real checker, so that the article stays correct. */
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
          Machines guess passwords. After a leak, anyone who has the scrambled passwords can try billions of
          guesses per second. Each character you add multiplies the work, while swapping an “a” for an “@”
          adds hardly any: guessing programs try that swap early.
        </p>
        <p>
          That’s why NIST puts length before composition. If a password is the only thing that protects an
          account, sites must require <strong>at least 15 characters</strong>. If a second factor is always
          required as well, the minimum may be 8. And sites should accept passwords of at least 64 characters,
          including spaces and every language.
        </p>
        <p>
          A random password of 16 characters from our <Link to="/">generator</Link> is beyond guessing with
          any hardware we know of. Going to 20 or more costs you nothing if a password manager types it for
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
          People make the same choices: a name, a year, a keyboard row, a capital at the start, and an
          exclamation mark at the end. Guessing programs try these habits first. A randomly generated password
          has no habits to exploit, and you can calculate its strength instead of hoping for it.
        </p>
        <p>
          For the two or three passwords you have to type and remember, such as the ones for your computer and
          your password manager, use a passphrase: five or six words chosen by dice or by a program, not by
          you, and not a quotation.
        </p>
      </>
    ),
  },
  {
    id: 'unique',
    title: 'One account, one password',
    body: (
      <p>
        When attackers break into a site, they soon try its list of email addresses and passwords on many
        other sites. This is called credential stuffing, and it works against any reused password, no matter
        how long. With a different password for every account, a leak is a problem for one account. If you can
        only change a few today, start with your email: anyone who controls it can reset nearly everything
        else.
      </p>
    ),
  },
  {
    id: 'managers',
    title: 'Use a password manager, and paste',
    body: (
      <>
        <p>
          Nobody can remember a hundred long random passwords. A password manager can, and it adds protection
          of its own: it offers a password only on the site it belongs to, so a look-alike page gets nothing.
          The managers built into browsers and phones are a good start. A separate one helps if you use
          devices from different makers.
        </p>
        <p>
          NIST requires sites to allow password managers and recommends allowing paste. If a site blocks
          pasting into its password field, that’s a mistake, not a security measure. Writing your main
          password down and keeping it in a locked drawer is fine, too: burglars rarely come for it.
        </p>
      </>
    ),
  },
  {
    id: 'second-factor',
    title: 'Add a second factor, preferably a passkey',
    body: (
      <>
        <p>
          Even a strong password can be phished: someone can trick you into typing it on the wrong page. With
          a second factor, the password alone isn’t enough. From strongest to weakest:
        </p>
        <ul>
          <li>
            <strong>Passkeys and security keys</strong> are tied to a site’s real address, so a fake site
            can’t use them. A passkey replaces the password altogether. Use one wherever you can.
          </li>
          <li>
            <strong>Codes from an authenticator app</strong> work without a phone network, but you can still
            be tricked into typing them on a fake page.
          </li>
          <li>
            <strong>Codes by text message</strong> can also be intercepted by someone who takes over your
            phone number. They’re still far better than no second factor.
          </li>
        </ul>
        <p>
          Save the recovery codes you get when you turn it on. Losing a phone shouldn’t mean losing an
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
        Force people to change passwords every few months, and <code>Summer2025!</code> becomes{' '}
        <code>Autumn2025!</code>. NIST now forbids sites from requiring regular changes. They must require one
        when there’s evidence that a password is compromised, and so should you: change it right away if a
        site reports a leak, if you typed it on a page you now doubt, or if someone who knows it no longer
        should. Leave the others alone.
      </p>
    ),
  },
  {
    id: 'sites',
    title: 'What a good site does',
    body: (
      <>
        <p>The same guidelines tell sites what to do. Here’s how to recognize a careful one:</p>
        <Facts
          items={[
            {
              term: 'Length',
              text: 'At least 15 characters if there’s no second factor, and no low maximum.',
            },
            {
              term: 'No recipe',
              text: 'It doesn’t require a capital, a digit, and a symbol. Rules like that make passwords more alike, so NIST forbids them.',
            },
            {
              term: 'A blocklist',
              text: 'It rejects new passwords that are known from leaks, very common, or little more than the name of the site, and it tells you why.',
            },
            {
              term: 'No hints',
              text: 'No password hints that strangers can read, and no security questions.',
            },
            {
              term: 'Limited guessing',
              text: 'After several wrong tries, it slows down or stops accepting more.',
            },
            {
              term: 'Show and paste',
              text: 'You can see what you typed, paste, and use a password manager.',
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
          Our <Link to="/password-checker">password checker</Link> gives two results. The first comes from six
          criteria: at least 12 characters, uppercase, lowercase, numbers, special characters, and no common
          pattern. They give you a quick first impression, but they don’t measure what NIST asks for:
        </p>
        <ul>
          <li>Four of the six are about composition, which NIST forbids sites from requiring.</li>
          <li>They ask for 12 characters, but the minimum without a second factor is 15.</li>
          <li>They know five common patterns. A real blocklist holds many thousands of leaked passwords.</li>
        </ul>
        <p>
          So they can be too generous: <code>{DISGUISED}</code> gets {verdict(DISGUISED)}, even though it’s
          among the first things a guessing program tries, and so does <code>{REPEATED}</code>. And they can
          be too strict: four random words such as <code>{FOUR_WORDS}</code> get only {verdict(FOUR_WORDS)},
          even though they’re harder to guess than either.
        </p>
        <p>
          That’s why the second result <Link to="/about#estimate">estimates how many guesses</Link> an
          attacker would need. It recognizes leaked passwords, words, names, dates, and keyboard patterns. If
          the two disagree, trust the estimate. It can still be wrong, and it can’t tell whether you use the
          password elsewhere. If you don’t want to wonder how strong a password is,{' '}
          <Link to="/">generate one</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'routine',
    title: 'A plan for this week',
    body: (
      <ol>
        <li>Pick a password manager and give it a long passphrase of random words.</li>
        <li>Give your email account a new generated password and a passkey or a second factor.</li>
        <li>Do the same for your bank, your phone provider, and the account that backs up your phone.</li>
        <li>Replace every other reused password the next time you sign in there.</li>
        <li>Print the recovery codes and put them where you keep your passport.</li>
      </ol>
    ),
  },
]
